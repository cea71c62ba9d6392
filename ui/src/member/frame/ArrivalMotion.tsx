import { useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Arrival } from "../../api/liveUpdates";
import { buzz } from "../../device/buzz";
import { formatPoints } from "../../i18n/format";
import { Petals } from "../../kit/screen/Petals";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import css from "./ArrivalMotion.module.css";

const ROLL_MS = 480;
/** The delay in milliseconds between two figures; the last figure starts first. */
const LATER_MS = 60;
/** The height of a figure in the units of its drawing. */
const FIGURE = 120;

/** The element of the open screen that shows the balance; undefined without one. */
const balancePlace = () => document.querySelector("main [data-balance]");

/** Rolls the balance on the open screen from its old value to its new one while petals fall, with a short buzz. */
export function ArrivalMotion({ arrival }: { arrival: Arrival }) {
  const [moving, setMoving] = useState<{ arrival: Arrival; place: Element }>();
  useLayoutEffect(() => {
    const place = balancePlace();
    if (!place) return;
    buzz(30);
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    setMoving({ arrival, place });
  }, [arrival]);
  if (!moving) return null;
  return (
    <>
      {createPortal(<Roll key={moving.arrival.balance} {...moving} />, moving.place)}
      <Petals onPassed={() => setMoving(undefined)} />
    </>
  );
}

/** The old number on top of the new one; figures that differ roll. */
function Roll({ arrival: { points, balance }, place }: { arrival: Arrival; place: Element }) {
  const over = useRef<HTMLSpanElement>(null);
  const before = Math.max(0, balance - points);
  const height = Number(place.querySelector("svg")?.getAttribute("height")) / 1.2;
  useLayoutEffect(() => {
    const roll = () => {
      const now = place.querySelector(`svg[aria-label="${formatPoints(balance)}"]`);
      if (!now || !over.current) return false;
      rollFigures(over.current, formatPoints(before), now, formatPoints(balance));
      return true;
    };
    if (roll()) return;
    // The screen may draw the new balance after this effect.
    const changes = new MutationObserver(() => {
      if (roll()) changes.disconnect();
    });
    changes.observe(place, { subtree: true, childList: true, attributeFilter: ["aria-label"] });
    return () => changes.disconnect();
  }, [place, before, balance]);
  return (
    <span ref={over} className={css.before}>
      <StencilNumber value={before} height={height} hidden pollen />
    </span>
  );
}

const figuresOf = (number: Element) => [...number.querySelectorAll("use")].reverse();

/** Figures that are equal in both numbers do not move. Both numbers are compared from the right. */
function rollFigures(over: Element, before: string, now: Element, after: string) {
  const [old, figures] = [figuresOf(over), figuresOf(now)];
  const [was, is] = [[...before].reverse(), [...after].reverse()];
  figures.forEach((figure, place) => {
    if (was[place] === is[place]) {
      old[place]?.setAttribute("visibility", "hidden");
      return;
    }
    const timing = {
      duration: ROLL_MS,
      delay: place * LATER_MS,
      easing: "cubic-bezier(0.2, 0.8, 0.2, 1)",
      fill: "both",
    } as const;
    const rest = "translateY(0)";
    figure.animate({ transform: [`translateY(${FIGURE}px)`, rest] }, { ...timing, fill: "backwards" });
    old[place]?.animate({ transform: [rest, `translateY(-${FIGURE}px)`], opacity: [1, 0] }, timing);
  });
}
