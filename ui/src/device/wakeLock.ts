/** Keeps the screen on, where the device allows it, until the returned function is called. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let over = false;
  const take = async () => {
    // The browser releases the lock when the page is hidden, so it is requested again.
    if (over || document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    try {
      const taken = await navigator.wakeLock.request("screen");
      if (over) void taken.release();
      else lock = taken;
    } catch {
      // A device with a low battery may refuse. The code is shown all the same.
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
