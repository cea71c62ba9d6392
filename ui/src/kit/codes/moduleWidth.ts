/**
 * The width of one module in CSS pixels, so that it covers whole device pixels: the largest that fits `room`,
 * at least one. A module with partial pixels would be wider or narrower than its neighbour, and scanners read
 * these widths.
 */
export function moduleWidth(room: number, modules: number, density: number): number {
  return Math.max(1, Math.floor((room * density) / modules + 1e-6)) / density;
}
