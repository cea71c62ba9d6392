/** Returns whether the server responds now, even if the device reports offline. */
export const isReachable = (): Promise<boolean> =>
  fetch("/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
