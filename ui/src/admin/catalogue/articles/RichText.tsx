import { type ReactNode, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Language, localized, pageTagOf } from "../../../i18n/language";
import { classes } from "../../../kit/classes";
import { FieldHint } from "../../../kit/form/FieldFrame";
import {
  BoldIcon,
  HeadingIcon,
  ImageIcon,
  ItalicIcon,
  LinkIcon,
  ListIcon,
  NumberedListIcon,
  QuoteIcon,
  RedoIcon,
  UndoIcon,
} from "../../../kit/icons/icons-admin";
import content from "../../kit/editor/Content.module.css";
import { Gallery } from "../../kit/editor/Gallery";
import { insertPicture, linkTo, TOOLS, type Tool } from "./commands";
import { LinkDialog } from "./LinkDialog";
import css from "./RichText.module.css";
import { useRichText } from "./useRichText";

interface RichTextProps {
  label: string;
  value: string;
  language: Language;
  disabled: boolean;
  error: string | undefined;
  /** True if pictures of the programme can be added. */
  pictures?: boolean;
  onChange(html: string): void;
}

const MARKS: readonly { tool: Tool; icon: ReactNode }[] = [
  { tool: "h2", icon: <HeadingIcon size={22} /> },
  { tool: "bold", icon: <BoldIcon size={22} /> },
  { tool: "italic", icon: <ItalicIcon size={22} /> },
  { tool: "list", icon: <ListIcon size={22} /> },
  { tool: "numbers", icon: <NumberedListIcon size={22} /> },
  { tool: "quote", icon: <QuoteIcon size={22} /> },
  { tool: "link", icon: <LinkIcon size={22} /> },
];
const STEPS: readonly { tool: "undo" | "redo"; icon: ReactNode }[] = [
  { tool: "undo", icon: <UndoIcon size={22} /> },
  { tool: "redo", icon: <RedoIcon size={22} /> },
];

/** Rich text editor with headings, lists, quotes, links and pictures; pasted HTML is cleaned first. */
export function RichText({
  label,
  value,
  language,
  disabled,
  error,
  pictures = true,
  onChange,
}: RichTextProps) {
  const { t } = useTranslation("adminArticles");
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState<"link" | "picture">();
  const { tools, run } = useRichText({
    place,
    value,
    disabled,
    onChange,
    attributes: {
      id,
      class: css.text ?? "",
      role: "textbox",
      "aria-multiline": "true",
      "aria-labelledby": `${id}-label`,
      "data-placeholder": t("placeholder"),
      lang: pageTagOf(language),
      tabindex: "0",
      ...(disabled ? { "aria-readonly": "true" } : {}),
      ...(error ? { "aria-invalid": "true", "aria-describedby": `${id}-hint` } : {}),
    },
  });
  const tool = (name: Tool | "picture", icon: ReactNode, state: object, press: () => void) => (
    <button
      key={name}
      type="button"
      aria-label={t(`tools.${name}`)}
      title={t(`tools.${name}`)}
      {...state}
      onMouseDown={(event) => event.preventDefault()}
      onClick={press}
    >
      {icon}
    </button>
  );
  // The dialog must close before the cursor can be restored.
  const afterDialog = (act: () => void) => {
    setAsking(undefined);
    setTimeout(act);
  };
  return (
    <div>
      <p className={content.label} id={`${id}-label`}>
        {label}
      </p>
      <div className={classes(css.box, Boolean(error) && css.wrong)}>
        {!disabled && (
          <div className={css.bar} role="toolbar" aria-label={t("toolbar")}>
            {MARKS.map(({ tool: name, icon }) =>
              tool(name, icon, { "aria-pressed": tools.includes(name) }, () =>
                name === "link" && !tools.includes("link") ? setAsking("link") : run(TOOLS[name]),
              ),
            )}
            {pictures && tool("picture", <ImageIcon size={22} />, {}, () => setAsking("picture"))}
            <span className={css.steps}>
              {STEPS.map(({ tool: name, icon }) =>
                tool(name, icon, { "aria-disabled": !tools.includes(name) }, () => run(TOOLS[name])),
              )}
            </span>
          </div>
        )}
        <div ref={place} />
      </div>
      <FieldHint id={`${id}-hint`} error={error} />
      {asking === "link" && (
        <LinkDialog
          onClose={() => setAsking(undefined)}
          onLink={(address) => afterDialog(() => run(linkTo(address)))}
        />
      )}
      {asking === "picture" && (
        <Gallery
          chosen=""
          aspect={undefined}
          onClose={() => setAsking(undefined)}
          onChoose={(picture, alt) =>
            afterDialog(() => run(insertPicture(picture, localized(alt, language))))
          }
        />
      )}
    </div>
  );
}
