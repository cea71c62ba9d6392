/** Less than any keyboard is high, and more than the bars that a browser draws in and out. */
const LEAST = 100;

/**
 * Tells the styles how much of the page's foot lies under the keyboard on the screen, as `--k-keyboard`. Browsers draw it
 * over the page, and only their visual viewport knows. (Having the page shrink instead would make a phone that is held
 * upright look like one on its side.)
 */
export function followKeyboard() {
  const view = window.visualViewport;
  if (!view) return;
  const root = document.documentElement.style;
  const look = () => {
    // What is enlarged hides as much, without a keyboard.
    const hidden = view.scale > 1.01 ? 0 : window.innerHeight - view.height;
    const covered = hidden < LEAST ? 0 : Math.max(0, Math.round(hidden - view.offsetTop));
    root.setProperty("--k-keyboard", `${covered}px`);
    return covered;
  };
  // With less room, what is being filled in may have come to lie under the button.
  const resize = () => {
    if (look() > 0) document.activeElement?.scrollIntoView({ block: "nearest" });
  };
  // It may be there already: a field can be tapped before this is.
  if (window.innerHeight - view.height >= LEAST) resize();
  view.addEventListener("resize", resize);
  view.addEventListener("scroll", look);
  return () => {
    view.removeEventListener("resize", resize);
    view.removeEventListener("scroll", look);
    root.removeProperty("--k-keyboard");
  };
}
