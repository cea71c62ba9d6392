import type { Node, Slice } from "prosemirror-model";
import { type Command, EditorState, TextSelection } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { activeTools, plugins, type Tool } from "./commands";
import { articleDoc, htmlOf, pastedSlice, pastedText } from "./html";

interface RichTextOptions {
  /** The element that contains the editor. */
  place: RefObject<HTMLDivElement | null>;
  value: string;
  disabled: boolean;
  /** Attributes of the editable element. */
  attributes: Record<string, string>;
  onChange(html: string): void;
}

/** The server and the editor differ in whitespace between elements, which is invisible. */
const sameWords = (one: Node, other: Node) =>
  htmlOf(one).replace(/\s+/g, "") === htmlOf(other).replace(/\s+/g, "");

function sliceOf(data: DataTransfer | null): Slice | undefined {
  const html = data?.getData("text/html");
  if (html) return pastedSlice(html);
  const text = data?.getData("text/plain");
  return text ? pastedText(text) : undefined;
}

/** Inserts pasted or dropped content, cleaned here: the page's CSP blocks the editor's own HTML parsing. */
function insert(view: EditorView, event: Event, data: DataTransfer | null, at?: number): boolean {
  event.preventDefault();
  const slice = sliceOf(data);
  if (!slice || !view.editable) return true;
  const { tr } = view.state;
  if (at !== undefined) tr.setSelection(TextSelection.near(tr.doc.resolve(at)));
  view.dispatch(tr.replaceSelection(slice).scrollIntoView().setMeta("paste", true));
  return true;
}

/** Replaces only the part that differs, so that the cursor keeps its place elsewhere. */
function replaceDoc(view: EditorView, next: Node) {
  const { doc } = view.state;
  const start = doc.content.findDiffStart(next.content);
  const end = doc.content.findDiffEnd(next.content);
  if (start === null || !end) return;
  // If the same text is on both sides of the change, start and end would overlap.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const slice = next.slice(start, end.b + overlap);
  view.dispatch(view.state.tr.replace(start, end.a + overlap, slice).setMeta("outside", true));
}

/**
 * The editor of an article's text. It keeps its own state and reports each change; a new `value` is applied
 * only if it differs from the last reported one, such as after a restored draft is discarded.
 */
export function useRichText({ place, value, disabled, attributes, onChange }: RichTextOptions) {
  const view = useRef<EditorView>(null);
  const [tools, setTools] = useState<readonly Tool[]>([]);
  // The last external value, as given and as the editor writes it: unedited text is reported unchanged.
  const given = useRef({ html: "", value: "" });
  const told = useRef("");
  const latest = useRef({ disabled, attributes, onChange });
  latest.current = { disabled, attributes, onChange };

  useLayoutEffect(() => {
    if (!place.current) return;
    const doc = articleDoc(value);
    given.current = { html: htmlOf(doc), value };
    told.current = value;
    const made = new EditorView(place.current, {
      state: EditorState.create({ doc, plugins: [...plugins] }),
      editable: () => !latest.current.disabled,
      attributes: ({ doc: { childCount, firstChild } }) => ({
        ...latest.current.attributes,
        ...(childCount === 1 && firstChild?.isTextblock && firstChild.childCount === 0
          ? { "data-empty": "" }
          : {}),
      }),
      handleDOMEvents: {
        paste: (editor, event) => insert(editor, event, event.clipboardData),
        drop: (editor, event) => {
          // ProseMirror itself handles dragging within the text.
          if (editor.dragging) return false;
          const at = editor.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
          return insert(editor, event, event.dataTransfer, at);
        },
      },
      dispatchTransaction: (transaction) => {
        const editor = view.current;
        if (!editor) return;
        const state = editor.state.apply(transaction);
        editor.updateState(state);
        const active = activeTools(state);
        setTools((before) => (before.join() === active.join() ? before : active));
        if (!transaction.docChanged || transaction.getMeta("outside")) return;
        const html = htmlOf(state.doc);
        told.current = html === given.current.html ? given.current.value : html;
        latest.current.onChange(told.current);
      },
    });
    view.current = made;
    return () => {
      made.destroy();
      view.current = null;
    };
  }, [place]);

  // Must run before the next key: a later effect could apply a `value` older than the last reported change.
  useLayoutEffect(() => {
    if (!view.current || told.current === value) return;
    const doc = articleDoc(value);
    given.current = { html: htmlOf(doc), value };
    told.current = value;
    if (!sameWords(doc, view.current.state.doc)) replaceDoc(view.current, doc);
  }, [value]);

  const described = JSON.stringify({ disabled, attributes });
  useLayoutEffect(() => {
    if (described) view.current?.setProps({});
  }, [described]);

  return {
    tools,
    view,
    run: (command: Command) => {
      const editor = view.current;
      if (!editor) return;
      editor.focus();
      command(editor.state, editor.dispatch);
    },
  };
}
