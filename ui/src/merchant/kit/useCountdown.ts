import { useEffect, useState } from "react";

const TICK_MS = 250;

/** Milliseconds between two server times, counting down from the first render. */
export function useCountdown(from: string, until: string): number {
  const total = Math.max(0, Date.parse(until) - Date.parse(from));
  const [left, setLeft] = useState(total);
  // Other times restart the countdown.
  useEffect(() => {
    const start = performance.now();
    const tick = () => setLeft(Math.max(0, total - (performance.now() - start)));
    tick();
    const timer = setInterval(tick, TICK_MS);
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [total, from]);
  return left;
}

/** 3:58 */
export function clock(left: number): string {
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
