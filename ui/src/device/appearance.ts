import { onDevice } from "./storage";

/** Light, dark, or the device's setting. */
export type Appearance = "system" | "light" | "dark";
export const APPEARANCES: readonly Appearance[] = ["system", "light", "dark"];

const KEY = "appearance";
// The background of each theme, for the bar that some browsers draw above the page.
const PAPER = { light: "#F6F1E7", dark: "#121815" };

export function savedAppearance(): Appearance {
  const kept = onDevice.get(KEY);
  return APPEARANCES.find((one) => one === kept) ?? "system";
}

/** Sets `data-theme`, which the style sheet reads. Without it, the device's setting applies. */
export function applyAppearance(appearance: Appearance) {
  const root = document.documentElement;
  if (appearance === "system") root.removeAttribute("data-theme");
  else root.setAttribute("data-theme", appearance);
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = bar.getAttribute("media")?.includes("dark") ? "dark" : "light";
    bar.content = PAPER[appearance === "system" ? own : appearance];
  }
}

/** Applies the appearance and stores it on this device. */
export function saveAppearance(appearance: Appearance) {
  if (appearance === "system") onDevice.remove(KEY);
  else onDevice.set(KEY, appearance);
  applyAppearance(appearance);
}
