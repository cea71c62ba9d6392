// Vite requests a style sheet once and treats a failed one as loaded: the next screen that needs it would be
// drawn without it.

/** By URL: the retry that is running, or undefined. */
const lost = new Map<string, Promise<void> | undefined>();

/** Records from now on which style sheets failed to load. */
export function watchFailedStyles() {
  const mind = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== "stylesheet") return;
    // Ignore style sheets of browser extensions, which our content security policy blocks.
    if (!target.href.startsWith(`${window.location.origin}/assets/`)) return;
    lost.set(target.href, undefined);
    target.remove();
  };
  // Error events of elements do not bubble to the window, so capture them.
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

/** Calls `fetch`, but fails while a style sheet that an earlier call lost, listed in `own`, is missing. */
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
