/** The kapok flower's outlines, shared by everything that draws one. */
export const PETAL = "M0-5L-34-51C-43-64-42-80-30-90C-20-98-7-99 0-104C7-99 20-98 30-90C42-80 43-64 34-51Z";
export const PETAL_LIGHT = "M0-5L-34-51C-43-64-42-80-30-90C-20-98-7-99 0-104Z";
export const PETAL_DARK = "M0-5L34-51C43-64 42-80 30-90C20-98 7-99 0-104Z";
export const CALYX =
  "M-11.43 -15.73A11.43 11.43 0 0 1 11.43 -15.73A11.43 11.43 0 0 1 18.49 6.01A11.43 11.43 0 0 1 0 19.44A11.43 11.43 0 0 1 -18.49 6.01A11.43 11.43 0 0 1 -11.43 -15.73Z";
/** Five lobes of radius 39, for points, results and the masks of avatars. */
export const CINQUEFOIL =
  "M-22.92 -31.55A23.47 23.47 0 0 1 22.92 -31.55A23.47 23.47 0 0 1 37.09 12.05A23.47 23.47 0 0 1 0 39A23.47 23.47 0 0 1 -37.09 12.05A23.47 23.47 0 0 1 -22.92 -31.55Z";
export const STAMENS: readonly (readonly [number, number])[] = [
  [0, -47],
  [15.05, -33.8],
  [27.5, -24.76],
  [44.7, -14.52],
  [36.8, 3.87],
  [32.04, 18.5],
  [27.63, 38.02],
  [7.69, 36.19],
  [-7.69, 36.19],
  [-27.63, 38.02],
  [-32.04, 18.5],
  [-36.8, 3.87],
  [-44.7, -14.52],
  [-27.5, -24.76],
  [-15.05, -33.8],
];
export const TURNS = [0, 72, 144, 216, 288] as const;
