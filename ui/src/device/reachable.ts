/** Whether the server answers now, whatever the device says of its line. */
export const isReachable = (): Promise<boolean> =>
  fetch("/healthz", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
