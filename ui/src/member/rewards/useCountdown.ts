import { useEffect, useRef, useState } from "react";
import { moment, remaining } from "./countdown";
import type { Opened } from "./openCoupon";

// Often enough that no second is seen to be late.
const TICK_MS = 200;

/** Milliseconds left of an opened coupon: the server's span, from when the answer came; `onOver` hears of the end, once. */
export function useCountdown({ serverTime, expiresAt, heard }: Opened, onOver: () => void): number {
  const total = Date.parse(expiresAt) - Date.parse(serverTime);
  const [left, setLeft] = useState(() => remaining(total, heard, moment()));
  const over = useRef(onOver);
  over.current = onOver;
  useEffect(() => {
    const tick = () => {
      const now = remaining(total, heard, moment());
      setLeft(now);
      if (now === 0) {
        clearInterval(timer);
        over.current();
      }
    };
    const timer = setInterval(tick, TICK_MS);
    // A page that comes back after a sleep must not show an old time first.
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [total, heard]);
  return left;
}
