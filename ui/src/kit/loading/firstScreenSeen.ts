/** The longest time for which a missing image may delay other work, in milliseconds. */
const LATEST_MS = 3_000;

let seen: Promise<void> | undefined;

/** Resolves when the first screen and its images are visible. Less urgent work waits for it. */
export function firstScreenSeen(): Promise<void> {
  const late = () => new Promise<void>((resolve) => setTimeout(resolve, LATEST_MS));
  seen ??= Promise.race([Promise.all([loaded(), painted()]), late()]).then(() => {});
  return seen;
}

async function loaded() {
  if (document.readyState === "complete") return;
  await new Promise((resolve) => window.addEventListener("load", resolve, { once: true }));
}

/** Resolves at the browser's first paint, which on a slow phone is long after drawing. */
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
