/** As a `ref`: what comes below what was pressed, where the screen may end, is scrolled to. */
export function scrollIntoSight(element: HTMLElement | null) {
  element?.scrollIntoView({ block: "nearest" });
}
