import { type ClipboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { classes } from "../../components/classes";
import { FieldHint } from "../../components/FieldFrame";
import {
  BoldIcon,
  HeadingIcon,
  ItalicIcon,
  LinkIcon,
  ListIcon,
  QuoteIcon,
  UndoIcon,
} from "../../components/icons-desk";
import content from "../content/Content.module.css";
import { LinkDialog } from "./LinkDialog";
import css from "./RichText.module.css";
import { cleanPaste, htmlOf } from "./rich";

interface RichTextProps {
  label: string;
  value: string;
  lang: string;
  disabled: boolean;
  error: string | undefined;
  onChange(html: string): void;
}

type Mark = "h2" | "bold" | "italic" | "list" | "quote" | "link";

/** The browser's own editing, kept to what the server lets through. Old, but everywhere, and undo comes with it. */
function run(command: string, value?: string) {
  document.execCommand(command, false, value);
}

/** What stands around the cursor, among what the bar can do. */
function marksAt(editor: HTMLElement): ReadonlySet<Mark> {
  const found = new Set<Mark>();
  const names: Record<string, Mark> = {
    H2: "h2",
    B: "bold",
    STRONG: "bold",
    I: "italic",
    EM: "italic",
    UL: "list",
    BLOCKQUOTE: "quote",
    A: "link",
  };
  let node = document.getSelection()?.anchorNode ?? null;
  for (; node && node !== editor; node = node.parentNode) {
    const mark = names[node.nodeName];
    if (mark) found.add(mark);
  }
  return found;
}

/** Words with headings, lists, quotes and links; what is pasted is cleaned first. */
export function RichText({ label, value, lang, disabled, error, onChange }: RichTextProps) {
  const { t } = useTranslation("deskArticles");
  const id = useId();
  const editor = useRef<HTMLDivElement>(null);
  const told = useRef<string>(undefined);
  const [marks, setMarks] = useState<ReadonlySet<Mark>>(new Set());
  const [linking, setLinking] = useState<Range>();

  // Only what came from outside is put in: what was typed is there already, with the cursor in it.
  useEffect(() => {
    if (!editor.current || told.current === value) return;
    told.current = value;
    editor.current.replaceChildren(cleanPaste(value));
  }, [value]);
  useEffect(() => {
    const look = () => {
      if (editor.current?.contains(document.activeElement)) setMarks(marksAt(editor.current));
    };
    document.addEventListener("selectionchange", look);
    return () => document.removeEventListener("selectionchange", look);
  }, []);

  const tell = () => {
    if (!editor.current) return;
    told.current = htmlOf(editor.current);
    onChange(told.current);
  };
  const act = (command: string, argument?: string) => {
    editor.current?.focus();
    run("styleWithCSS", "false");
    run("defaultParagraphSeparator", "p");
    run(command, argument);
    tell();
  };
  const block = (mark: Mark, name: string) => act("formatBlock", marks.has(mark) ? "p" : name);
  const paste = (event: ClipboardEvent) => {
    const html = event.clipboardData.getData("text/html");
    if (!html) return;
    event.preventDefault();
    const selection = document.getSelection();
    if (!selection || selection.rangeCount === 0) return;
    const range = selection.getRangeAt(0);
    range.deleteContents();
    range.insertNode(cleanPaste(html));
    selection.collapseToEnd();
    tell();
  };
  const tools: readonly { mark: Mark; icon: ReactNode; act(): void }[] = [
    { mark: "h2", icon: <HeadingIcon size={22} />, act: () => block("h2", "h2") },
    { mark: "bold", icon: <BoldIcon size={22} />, act: () => act("bold") },
    { mark: "italic", icon: <ItalicIcon size={22} />, act: () => act("italic") },
    { mark: "list", icon: <ListIcon size={22} />, act: () => act("insertUnorderedList") },
    { mark: "quote", icon: <QuoteIcon size={22} />, act: () => block("quote", "blockquote") },
    {
      mark: "link",
      icon: <LinkIcon size={22} />,
      act: () => {
        const selection = document.getSelection();
        if (marks.has("link")) act("unlink");
        else if (selection && selection.rangeCount > 0 && editor.current?.contains(selection.anchorNode))
          setLinking(selection.getRangeAt(0).cloneRange());
      },
    },
  ];
  return (
    <div>
      <p className={content.label} id={`${id}-label`}>
        {label}
      </p>
      <div className={classes(css.box, Boolean(error) && css.wrong)}>
        {!disabled && (
          <div className={css.bar} role="toolbar" aria-label={t("toolbar")}>
            {tools.map(({ mark, icon, act: press }) => (
              <button
                key={mark}
                type="button"
                aria-label={t(`tools.${mark}`)}
                title={t(`tools.${mark}`)}
                aria-pressed={marks.has(mark)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={press}
              >
                {icon}
              </button>
            ))}
            <button
              type="button"
              aria-label={t("tools.undo")}
              title={t("tools.undo")}
              onClick={() => act("undo")}
            >
              <UndoIcon size={22} />
            </button>
          </div>
        )}
        {/* biome-ignore lint/a11y/useSemanticElements: a text area holds no headings, lists and links. */}
        <div
          ref={editor}
          id={id}
          className={css.text}
          role="textbox"
          aria-multiline="true"
          aria-labelledby={`${id}-label`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-hint` : undefined}
          contentEditable={!disabled}
          tabIndex={0}
          lang={lang}
          data-placeholder={t("placeholder")}
          onInput={tell}
          onPaste={paste}
          onFocus={() => run("defaultParagraphSeparator", "p")}
        />
      </div>
      <FieldHint id={`${id}-hint`} error={error} />
      {linking && (
        <LinkDialog
          onClose={() => setLinking(undefined)}
          onLink={(address) => {
            const selection = document.getSelection();
            setLinking(undefined);
            // The dialog has to be gone before the selection can be given back.
            setTimeout(() => {
              editor.current?.focus();
              selection?.removeAllRanges();
              selection?.addRange(linking);
              if (linking.collapsed) {
                const link = document.createElement("a");
                link.href = address;
                link.append(address);
                linking.insertNode(link);
                tell();
              } else act("createLink", address);
            });
          }}
        />
      )}
    </div>
  );
}
