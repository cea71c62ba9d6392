import { useEffect, useState } from "react";

const PAUSE_MS = 300;

/** Returns the value after it has stayed the same for a moment (debounce). */
export function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
