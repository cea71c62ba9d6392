import { useState } from "react";

/** One thing that a button does: whether it is under way, and what went wrong the last time. */
export function useAction() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async (deed: () => Promise<unknown>) => {
    setBusy(true);
    setError(undefined);
    try {
      await deed();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run };
}
