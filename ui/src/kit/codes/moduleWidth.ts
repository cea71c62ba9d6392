/**
 * How wide one module of a code is, in the page's pixels, so that it covers whole pixels of the screen: the most that
 * fit `room`, and one at least. A module that covers parts of them comes out narrower or wider than its neighbour, and
 * scanners go by the difference.
 */
export function moduleWidth(room: number, modules: number, density: number): number {
  return Math.max(1, Math.floor((room * density) / modules + 1e-6)) / density;
}
