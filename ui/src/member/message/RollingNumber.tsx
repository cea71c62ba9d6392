import { formatPoints } from "../../i18n/format";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import css from "./RollingNumber.module.css";

interface Cell {
  /** The figure or comma at the end; the place from the right is its key. */
  now: string;
  /** The figure that rolls away; undefined where nothing changes. */
  before: string | undefined;
  place: number;
}

/** The figures of `to` from left to right, with those of `from` that they replace. */
export function cellsOf(from: number, to: number): Cell[] {
  const before = [...formatPoints(from)].reverse();
  return [...formatPoints(to)]
    .reverse()
    .map((now, place) => ({ now, before: before[place] === now ? undefined : (before[place] ?? ""), place }))
    .reverse();
}

// A long number becomes smaller, so that it fits a narrow phone.
const heightOf = (length: number) => (length > 15 ? 18 : length > 9 ? 26 : length > 7 ? 40 : 52);

/** A number that rolls from its old value to its new one, the last figure first. Decoration: say it elsewhere. */
export function RollingNumber({ from, to }: { from: number; to: number }) {
  const cells = cellsOf(from, to);
  const height = heightOf(cells.length);
  return (
    <span className={css.number} aria-hidden="true">
      {cells.map(({ now, before, place }) =>
        before === undefined ? (
          <StencilNumber key={place} value={now} height={height} hidden />
        ) : (
          <span key={place} className={css.cell}>
            <span className={css.old}>
              <StencilNumber value={before} height={height} hidden />
            </span>
            <span className={css.new}>
              <StencilNumber value={now} height={height} hidden />
            </span>
          </span>
        ),
      )}
    </span>
  );
}
