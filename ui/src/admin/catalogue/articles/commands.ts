import { baseKeymap, lift, setBlockType, toggleMark, wrapIn } from "prosemirror-commands";
import { history, redo, redoDepth, undo, undoDepth } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import type { MarkType, NodeType } from "prosemirror-model";
import { liftListItem, sinkListItem, splitListItem, wrapInList } from "prosemirror-schema-list";
import { type Command, type EditorState, Plugin } from "prosemirror-state";
import { liftTarget } from "prosemirror-transform";
import { mayEndWith } from "./html";
import { schema } from "./schema";

export type Tool = "h2" | "bold" | "italic" | "list" | "numbers" | "quote" | "link" | "undo" | "redo";

const { nodes, marks } = schema;

function isIn(state: EditorState, type: NodeType): boolean {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type === type) return true;
  return false;
}

function hasMark(state: EditorState, mark: MarkType): boolean {
  const { from, to, empty, $from } = state.selection;
  if (empty) return Boolean(mark.isInSet(state.storedMarks ?? $from.marks()));
  return state.doc.rangeHasMark(from, to, mark);
}

/** The tools active at the cursor, and whether undo and redo are available. */
export function activeTools(state: EditorState): readonly Tool[] {
  const list = innermostList(state)?.type;
  const all: readonly (readonly [Tool, boolean])[] = [
    ["h2", isIn(state, nodes.heading)],
    ["bold", hasMark(state, marks.strong)],
    ["italic", hasMark(state, marks.em)],
    ["list", list === nodes.bulletList],
    ["numbers", list === nodes.orderedList],
    ["quote", isIn(state, nodes.blockquote)],
    ["link", linkAt(state) !== undefined],
    ["undo", undoDepth(state) > 0],
    ["redo", redoDepth(state) > 0],
  ];
  return all.filter(([, active]) => active).map(([tool]) => tool);
}

const heading: Command = (state, dispatch) =>
  isIn(state, nodes.heading)
    ? setBlockType(nodes.paragraph)(state, dispatch)
    : setBlockType(nodes.heading, { level: 2 })(state, dispatch);

const quote: Command = (state, dispatch) => {
  if (!isIn(state, nodes.blockquote)) return wrapIn(nodes.blockquote)(state, dispatch);
  const { $from, $to } = state.selection;
  const range = $from.blockRange($to, ({ type }) => type === nodes.blockquote);
  const target = range && liftTarget(range);
  if (!range || typeof target !== "number") return lift(state, dispatch);
  dispatch?.(state.tr.lift(range, target).scrollIntoView());
  return true;
};

/** The innermost list around the cursor, and its position. */
function innermostList(state: EditorState): { type: NodeType; at: number } | undefined {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth--) {
    const { type } = $from.node(depth);
    if (type === nodes.bulletList || type === nodes.orderedList) return { type, at: $from.before(depth) };
  }
  return undefined;
}

/** Wraps in a list of that type, lifts out of it, or changes the list type. */
const listOf =
  (type: NodeType): Command =>
  (state, dispatch) => {
    const list = innermostList(state);
    if (!list) return wrapInList(type)(state, dispatch);
    if (list.type === type) return liftListItem(nodes.listItem)(state, dispatch);
    dispatch?.(state.tr.setNodeMarkup(list.at, type));
    return true;
  };

/** The full range of the link at the cursor. */
export function linkAt(state: EditorState): { from: number; to: number } | undefined {
  const { $from, from, to, empty } = state.selection;
  if (!empty) return state.doc.rangeHasMark(from, to, marks.link) ? { from, to } : undefined;
  const start = $from.start();
  let found: { from: number; to: number } | undefined;
  $from.parent.forEach((child, offset) => {
    const link = marks.link.isInSet(child.marks);
    const range = { from: start + offset, to: start + offset + child.nodeSize };
    if (!link || range.from > from || range.to < from) return;
    found = found ? { from: found.from, to: range.to } : range;
  });
  return found;
}

const unlink: Command = (state, dispatch) => {
  const link = linkAt(state);
  if (!link) return false;
  dispatch?.(state.tr.removeMark(link.from, link.to, marks.link));
  return true;
};

/** Links the selected text to an address; without a selection it inserts the address as text. */
export const linkTo =
  (href: string): Command =>
  (state, dispatch) => {
    const { from, to, empty } = state.selection;
    const mark = marks.link.create({ href });
    dispatch?.(
      empty
        ? state.tr.insert(from, schema.text(href, [mark]))
        : state.tr.removeMark(from, to, marks.link).addMark(from, to, mark),
    );
    return true;
  };

/** Inserts a picture at the cursor. */
export const insertPicture =
  (src: string, alt: string): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(nodes.image.create({ src, alt })).scrollIntoView());
    return true;
  };

const lineBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.lineBreak.create()).scrollIntoView());
  return true;
};

/** The link tool only removes a link; `linkTo` adds one, once its address is known. */
export const TOOLS: Record<Tool, Command> = {
  h2: heading,
  bold: toggleMark(marks.strong),
  italic: toggleMark(marks.em),
  list: listOf(nodes.bulletList),
  numbers: listOf(nodes.orderedList),
  quote,
  link: unlink,
  undo,
  redo,
};

/** Keeps an empty line after a final table or picture, so that typing can continue there. */
const lastLine = new Plugin({
  appendTransaction: (_, __, { doc, tr }) =>
    mayEndWith(doc) ? null : tr.insert(doc.content.size, nodes.paragraph.create()),
});

export const plugins: readonly Plugin[] = [
  history(),
  keymap({
    "Mod-z": undo,
    "Mod-y": redo,
    "Shift-Mod-z": redo,
    "Mod-b": TOOLS.bold,
    "Mod-i": TOOLS.italic,
    "Mod-u": toggleMark(marks.underline),
    "Shift-Enter": lineBreak,
    Enter: splitListItem(nodes.listItem),
    "Mod-]": sinkListItem(nodes.listItem),
    "Mod-[": liftListItem(nodes.listItem),
  }),
  keymap(baseKeymap),
  lastLine,
];
