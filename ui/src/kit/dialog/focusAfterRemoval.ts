import { type RefObject, useEffect, useRef } from "react";

/** Focuses an element if the focused one was removed or disabled, and nothing else has the focus. */
export function takeFocus(element: Element | null | undefined) {
  const focused = document.activeElement;
  if (focused && focused !== document.body && !focused.matches(":disabled")) return;
  if (!(element instanceof HTMLElement)) return;
  // Other elements are not focusable by default.
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus();
}

/** A ref for the element that gets the focus of a removed item. `things` counts the items, once known. */
export function useFocusAfterRemoval<T extends HTMLElement>(things: number | undefined): RefObject<T | null> {
  const next = useRef<T>(null);
  const before = useRef(things);
  useEffect(() => {
    if (things === undefined) return;
    if (before.current !== undefined && things < before.current) takeFocus(next.current);
    before.current = things;
  }, [things]);
  return next;
}

/** A ref for a list with a "more" button: if the last press removes it, the first new row gets the focus. */
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
