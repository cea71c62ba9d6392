/** Less than the height of any keyboard, and more than the bars that a browser shows and hides. */
const LEAST = 100;

/**
 * Sets `--k-keyboard` to the height at the foot of the page that the on-screen keyboard covers. Browsers draw
 * the keyboard over the page, and only their visual viewport knows. (Resizing the page instead would give an
 * upright phone the landscape layout.)
 */
export function followKeyboard() {
  const view = window.visualViewport;
  if (!view) return;
  const root = document.documentElement.style;
  const look = () => {
    // A zoomed page also has a smaller viewport, without a keyboard.
    const hidden = view.scale > 1.01 ? 0 : window.innerHeight - view.height;
    const covered = hidden < LEAST ? 0 : Math.max(0, Math.round(hidden - view.offsetTop));
    root.setProperty("--k-keyboard", `${covered}px`);
    return covered;
  };
  // With less room, the focused field may now be under the button.
  const resize = () => {
    if (look() > 0) document.activeElement?.scrollIntoView({ block: "nearest" });
  };
  // The keyboard may be open already, because a field can be tapped before this runs.
  if (window.innerHeight - view.height >= LEAST) resize();
  view.addEventListener("resize", resize);
  view.addEventListener("scroll", look);
  return () => {
    view.removeEventListener("resize", resize);
    view.removeEventListener("scroll", look);
    root.removeProperty("--k-keyboard");
  };
}
