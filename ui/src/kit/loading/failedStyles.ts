// Vite asks for a style sheet once, and takes one that failed for one that is there: whatever needs it next would be drawn
// without it.

/** By address: the try that is under way, or none. */
const lost = new Map<string, Promise<void> | undefined>();

/** Remembers from now on which style sheets did not come. */
export function watchFailedStyles() {
  const mind = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== "stylesheet") return;
    // A browser's extensions bring along what our policy refuses.
    if (!target.href.startsWith(`${window.location.origin}/assets/`)) return;
    lost.set(target.href, undefined);
    target.remove();
  };
  // Such an event does not rise to the window, but passes it on its way down.
  window.addEventListener("error", mind, true);
}

function ask(href: string): Promise<void> {
  return new Promise((tried) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", crossOrigin: "", href });
    link.onload = () => {
      lost.delete(href);
      tried();
    };
    link.onerror = () => tried();
    document.head.append(link);
  });
}

/** `fetch`, which fails as well where a style sheet that it lost before, noted in `own`, is still missing. */
export async function withFailedStyles<T>(own: Set<string>, fetch: () => Promise<T>): Promise<T> {
  for (const [href, tried] of lost) if (!tried) lost.set(href, ask(href));
  await Promise.all(lost.values());
  if ([...own].some((href) => lost.has(href))) throw new Error("a style sheet did not come");
  const before = new Set(lost.keys());
  try {
    return await fetch();
  } catch (error) {
    for (const href of lost.keys()) if (!before.has(href)) own.add(href);
    throw error;
  }
}
