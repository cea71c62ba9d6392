/** Keeps the screen lit, as far as the device can, until the answer is called. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let over = false;
  const take = async () => {
    // Given back by the browser whenever the page is hidden, so it is taken anew.
    if (over || document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    try {
      const taken = await navigator.wakeLock.request("screen");
      if (over) void taken.release();
      else lock = taken;
    } catch {
      // A battery that is low may refuse. The code shows all the same.
    }
  };
  void take();
  document.addEventListener("visibilitychange", take);
  return () => {
    over = true;
    document.removeEventListener("visibilitychange", take);
    void lock?.release().catch(() => {});
  };
}
