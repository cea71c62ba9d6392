import { useEffect, useRef, useState } from "react";
import { moment, remaining } from "./countdown";
import type { Opened } from "./openCoupon";

// Short enough that no second appears late.
const TICK_MS = 200;

/** Milliseconds left of a coupon: the server's duration since its response. Calls `onOver` once at the end. */
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
    // After a sleep the page must not show an old time.
    document.addEventListener("visibilitychange", tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", tick);
    };
  }, [total, heard]);
  return left;
}
