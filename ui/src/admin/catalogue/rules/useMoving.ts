import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Move } from "./order";
import type { RuleOrder } from "./useOrder";

/** Marks the element of a row that knows the rule of the row. */
const MARK = "data-rule";

const ruleOf = (row: Element | null | undefined) =>
  row?.querySelector(`[${MARK}]`)?.getAttribute(MARK) ?? undefined;

interface Movable {
  order: RuleOrder;
  /** The ids of the rules that are shown, from the top down. */
  shown: readonly string[];
  nameOf(id: string): string;
  /** Shows the page with this row of `shown`, counted from 0. */
  turnTo(row: number): void;
  enabled: boolean;
}

/**
 * Lets a rule be moved by Alt with an arrow key anywhere in its row, or by dragging its handle. The returned text says to
 * screen readers where the rule stands now.
 */
export function useMoving({ order, shown, nameOf, turnTo, enabled }: Movable) {
  const { t } = useTranslation("adminRules");
  const [told, setTold] = useState<string>();
  const kept = useRef<{ focused: HTMLElement | null; id: string }>(undefined);
  const [dragged, setDragged] = useState<string>();

  const act = (id: string, up: boolean) => {
    const made = order.stepOf(shown, id, up);
    const name = nameOf(id);
    if (!made) return setTold(t(up ? "order.first" : "order.last", { name }));
    land(made);
    turnTo(shown.indexOf(made.to));
  };
  const land = (made: Move) => {
    order.move(made);
    const place = shown.indexOf(made.to) + 1;
    setTold(t("order.at", { name: nameOf(made.id), place, count: shown.length }));
  };
  const latest = useRef({ act, land });
  latest.current = { act, land };

  useEffect(() => {
    if (!enabled) return;
    const press = (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
      const focused = event.target instanceof HTMLElement ? event.target : null;
      const id = ruleOf(focused?.closest("tr"));
      if (id === undefined) return;
      event.preventDefault();
      kept.current = { focused, id };
      latest.current.act(id, event.key === "ArrowUp");
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [enabled]);

  // A row that changes its place in the document loses the focus. On another page it is a new row.
  useLayoutEffect(() => {
    if (!kept.current) return;
    const { focused, id } = kept.current;
    kept.current = undefined;
    const target = focused?.isConnected ? focused : document.querySelector<HTMLElement>(`[${MARK}="${id}"]`);
    if (document.activeElement !== target) target?.focus();
  });

  /** Follows the pointer from now on, without waiting for the next render: a quick drag may be over before it. */
  const drag = (id: string) => {
    setDragged(id);
    order.hold(true);
    const follow = ({ clientY }: PointerEvent) => {
      const made = underPointer(id, clientY);
      if (made) latest.current.land(made);
    };
    const drop = (event: PointerEvent) => {
      if (event.type === "pointerup") follow(event);
      window.removeEventListener("pointermove", follow);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", drop);
      setDragged(undefined);
      order.hold(false);
    };
    window.addEventListener("pointermove", follow);
    window.addEventListener("pointerup", drop);
    window.addEventListener("pointercancel", drop);
  };
  const step = (id: string, up: boolean) => {
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    kept.current = { focused, id };
    act(id, up);
  };
  return { told, dragged, drag, step };
}

/** The move to the furthest row whose middle the pointer has passed. */
function underPointer(id: string, clientY: number): Move | undefined {
  const rows = [...(document.querySelector(`[${MARK}="${id}"]`)?.closest("tbody")?.rows ?? [])];
  const middle = (row: Element) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height / 2;
  };
  const own = rows.findIndex((row) => ruleOf(row) === id);
  const up = rows.findIndex((row, at) => at < own && clientY < middle(row));
  const down = rows.findLastIndex((row, at) => at > own && clientY > middle(row));
  const at = up >= 0 ? up : down;
  const to = ruleOf(rows[at]);
  return to === undefined ? undefined : { id, to, after: at > own };
}
