import { CINQUEFOIL } from "../../kit/screen/petals";
import { Pressed } from "./Stamps";
import css from "./TierMark.module.css";

/** The positions of up to five blossoms on the leaf, by their number. */
const PLACES: readonly (readonly [number, number][])[] = [
  [],
  [[0, 0]],
  [
    [-34, 0],
    [34, 0],
  ],
  [
    [0, -34],
    [-33, 26],
    [33, 26],
  ],
  [
    [-30, -30],
    [30, -30],
    [-30, 30],
    [30, 30],
  ],
  [
    [0, -40],
    [-38, -6],
    [38, -6],
    [-22, 38],
    [22, 38],
  ],
];
const SCALES = [1, 0.62, 0.36, 0.34, 0.32, 0.3];

/** The picture of a level: a leaf with a blossom for each step. Words beside it say the same. */
export function TierMark({ level, size }: { level: number; size: number }) {
  return (
    <svg viewBox="-106 -106 212 212" width={size} height={size} aria-hidden="true">
      <path className={level > 0 ? css.leaf : css.bare} d={CINQUEFOIL} transform="scale(2.1)" />
      {(PLACES[level] ?? []).map(([x, y]) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y}) scale(${SCALES[level]})`}>
          <Pressed />
        </g>
      ))}
    </svg>
  );
}
