import { classes } from "../../kit/classes";
import { CINQUEFOIL, PETAL_DARK, PETAL_LIGHT, TURNS } from "../../kit/screen/petals";
import css from "./Stamps.module.css";

/** Degrees by which a stamp is turned, by its place. */
const TILTS = [-8, 6, -3, 9, -6, 4];

/** The number of columns in which a card shows its stamps, without a last row of one. */
export const columnsOf = (target: number) =>
  target <= 3 || target === 5 || target === 6 || target === 9 ? 3 : 4;

interface StampsProps {
  target: number;
  progress: number;
  /** All in one row, for Home. */
  small?: boolean;
  /** The newest stamps, each on a disc, so that they do not differ by colour alone. */
  fresh?: number;
}

/** A blossom for each stamp; free places show their number, the last one a gift. Words beside it say the same. */
export function Stamps({ target, progress, small = false, fresh = 0 }: StampsProps) {
  return (
    <span
      className={classes(css.stamps, small && css.small, !small && columnsOf(target) === 4 && css.four)}
      aria-hidden="true"
    >
      {Array.from({ length: target }, (_, place) => (
        <svg
          key={TILTS.length + place}
          className={classes(css.stamp, place === progress - 1 && css.newest)}
          viewBox="-106 -106 212 212"
          aria-hidden="true"
        >
          {place < progress && place >= progress - fresh && <circle className={css.disc} r="106" />}
          {place < progress ? (
            <g transform={`rotate(${TILTS[place % TILTS.length]})`}>
              <Pressed />
            </g>
          ) : (
            <Free number={place + 1} gift={place === target - 1} />
          )}
        </svg>
      ))}
    </span>
  );
}

/** A stamp. */
export function Pressed() {
  return (
    <>
      {TURNS.map((turn) => (
        <g key={turn} transform={`rotate(${turn})`}>
          <path className={css.light} d={PETAL_LIGHT} />
          <path className={css.deep} d={PETAL_DARK} />
        </g>
      ))}
      <circle className={css.pollen} r="22" />
    </>
  );
}

function Free({ number, gift }: { number: number; gift: boolean }) {
  return (
    <>
      <path className={gift ? css.last : css.free} d={CINQUEFOIL} transform="scale(2.1)" />
      {gift ? (
        <path
          className={css.gift}
          d="M-26-8H26V26H-26ZM-32-22H32V-8H-32ZM0-22V26M0-22C-10-38-26-30 0-22C26-30 10-38 0-22"
        />
      ) : (
        <text className={css.number} y="21" textAnchor="middle">
          {number}
        </text>
      )}
    </>
  );
}
