/** For a `ref`: scrolls to content that appears below the pressed element and may be outside the screen. */
export function scrollIntoSight(element: HTMLElement | null) {
  element?.scrollIntoView({ block: "nearest" });
}
