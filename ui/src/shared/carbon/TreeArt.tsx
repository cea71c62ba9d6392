import { CINQUEFOIL, PETAL, PETAL_DARK, PETAL_LIGHT, TURNS } from "../../kit/screen/petals";
import css from "./TreeArt.module.css";
import type { Bloomed } from "./tree";
import { BARK_DARK, BARK_LIGHT, PLACES } from "./treeOutlines";

/** A bloom; petals beyond `open` are pale. */
export function Bloom({ open }: { open: number }) {
  return (
    <>
      {TURNS.map((turn, petal) => (
        <g key={turn} transform={`rotate(${turn})`}>
          {petal < open ? (
            <>
              <path className={css.red} d={PETAL_LIGHT} />
              <path className={css.deep} d={PETAL_DARK} />
            </>
          ) : (
            <path className={css.pale} d={PETAL} />
          )}
        </g>
      ))}
      {open === TURNS.length && (
        <path className={css.calyx} d={CINQUEFOIL} transform="scale(.62) rotate(36)" />
      )}
      <circle className={css.pollen} r={open === TURNS.length ? 13 : 22} />
    </>
  );
}

function Bud() {
  return (
    <>
      <path className={css.red} d="M0-46C-14-38-17-24-12-14L0-16Z" />
      <path className={css.deep} d="M0-46C14-38 17-24 12-14L0-16Z" />
      <path className={css.cup} d="M-13-20C-14-8-9 0 0 0V-17Z" />
      <path className={css.cupDeep} d="M13-20C14-8 9 0 0 0V-17Z" />
    </>
  );
}

interface TreeArtProps extends Pick<Bloomed, "blooms" | "petals"> {
  /** The sentence that says what it shows; without it, words beside the picture do. */
  label?: string;
  /** The crown alone, for a card. */
  small?: boolean;
}

/** The year's tree in its landscape. A bud opens into a bloom for each five kilograms. */
export function TreeArt({ blooms, petals, label, small = false }: TreeArtProps) {
  return (
    <svg
      className={css.art}
      viewBox={small ? "8 60 360 203" : "0 -8 375 360"}
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
    >
      <rect className={css.sky} x="-200" y="-200" width="800" height="800" />
      <circle className={css.sun} cx="252" cy="122" r="58" />
      <path
        className={css.hill}
        d="M-60 330C10 300 40 276 84 270C100 268 104 246 124 244C146 242 150 268 176 272C236 282 300 300 440 330V420H-60Z"
      />
      <path className={css.ground} d="M-60 340C60 318 300 318 440 340V600H-60Z" />
      <g transform="translate(0 30)">
        <ellipse className={css.shade} cx="190" cy="302" rx="92" ry="7" />
        <path className={css.bark} d={BARK_LIGHT} />
        <path className={css.barkDeep} d={BARK_DARK} />
        {PLACES.map(({ bloom, bud }, place) => {
          const open = place < blooms ? TURNS.length : place === blooms ? petals : 0;
          const [x, y, turn] = open > 0 ? bloom : bud;
          return (
            <g
              key={x + y}
              transform={`translate(${x} ${y}) rotate(${turn}) scale(${open > 0 ? 0.215 : 0.4515})`}
            >
              {open > 0 ? <Bloom open={open} /> : <Bud />}
            </g>
          );
        })}
      </g>
    </svg>
  );
}
