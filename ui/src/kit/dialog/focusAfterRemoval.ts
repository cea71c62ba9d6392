import { type RefObject, useEffect, useRef } from "react";

/** Gives an element the focus where what had it is gone or at rest; whoever has gone on meanwhile is not called back. */
export function takeFocus(element: Element | null | undefined) {
  const focused = document.activeElement;
  if (focused && focused !== document.body && !focused.matches(":disabled")) return;
  if (!(element instanceof HTMLElement)) return;
  // By itself only what can be pressed or typed into takes it.
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus();
}

/** What takes the focus of a thing that goes: `things` counts those that may go, and is undefined while nobody knows. */
export function useFocusAfterRemoval<T extends HTMLElement>(things: number | undefined): RefObject<T | null> {
  const heir = useRef<T>(null);
  const before = useRef(things);
  useEffect(() => {
    if (things === undefined) return;
    if (before.current !== undefined && things < before.current) takeFocus(heir.current);
    before.current = things;
  }, [things]);
  return heir;
}

/** A list with a button that brings more of it. The last press takes the button away: what it brought has the focus. */
export function useFocusAfterLastPage<T extends HTMLElement>(more: boolean): RefObject<T | null> {
  const list = useRef<T>(null);
  const before = useRef({ more, shown: 0 });
  useEffect(() => {
    const rows = [...(list.current?.querySelectorAll("li") ?? [])];
    if (before.current.more && !more) takeFocus(rows[before.current.shown] ?? rows.at(-1));
    before.current = { more, shown: rows.length };
  });
  return list;
}
