/** As long as a picture that does not come may keep others waiting, in milliseconds. */
const LATEST_MS = 3_000;

let seen: Promise<void> | undefined;

/** Comes once the first screen and its pictures are seen: what nobody waits for leaves the line and the processor to them. */
export function firstScreenSeen(): Promise<void> {
  const late = () => new Promise<void>((resolve) => setTimeout(resolve, LATEST_MS));
  seen ??= Promise.race([Promise.all([loaded(), painted()]), late()]).then(() => {});
  return seen;
}

async function loaded() {
  if (document.readyState === "complete") return;
  await new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
}

/** Told by the browser when it is on the glass, which on a slow phone is long after it was drawn. */
async function painted() {
  if (!PerformanceObserver.supportedEntryTypes.includes("paint")) return;
  await new Promise<void>((resolve) => {
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName("first-contentful-paint").length === 0) return;
      observer.disconnect();
      resolve();
    }).observe({ type: "paint", buffered: true });
  });
}
