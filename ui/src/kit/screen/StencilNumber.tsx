import { formatPoints } from "../../i18n/format";
import numerals from "../art/numerals.svg?url";
import css from "./StencilNumber.module.css";

const GAP = 9;
const NAMES: Record<string, readonly [symbol: string, width: number]> = {
  "0": ["0", 66],
  "1": ["1", 44],
  "2": ["2", 64],
  "3": ["3", 64],
  "4": ["4", 74],
  "5": ["5", 64],
  "6": ["6", 66],
  "7": ["7", 62],
  "8": ["8", 66],
  "9": ["9", 66],
  ",": ["comma", 24],
  "+": ["plus", 60],
  "−": ["minus", 52],
  ":": ["colon", 28],
  ".": ["point", 28],
};

interface StencilNumberProps {
  /** Points, or formatted text such as 4:37. */
  value: number | string;
  /** Cap height in px, 17 or more. */
  height: number;
  /** Text for screen readers; the plain number by default. */
  label?: string;
  /** Decoration: the number is given elsewhere. */
  hidden?: boolean;
  /** The comma in pollen colour, on red only. */
  pollen?: boolean;
}

/** A number in stencil numerals: points, money at a till and time left, never dates or ids. */
export function StencilNumber({ value, height, label, hidden = false, pollen = false }: StencilNumberProps) {
  const text = typeof value === "number" ? formatPoints(value).replace("-", "−") : value;
  let x = 0;
  const glyphs = [...text].flatMap((sign, place) => {
    const glyph = NAMES[sign];
    if (!glyph) return [];
    const [symbol, width] = glyph;
    const left = x;
    x += width + GAP;
    return [{ symbol, width, left, place }];
  });
  const total = Math.max(0, x - GAP);
  return (
    <svg
      className={css.number}
      viewBox={`0 0 ${total} 120`}
      width={(total * height) / 100}
      height={height * 1.2}
      role={hidden ? undefined : "img"}
      aria-hidden={hidden || undefined}
      aria-label={hidden ? undefined : (label ?? text)}
    >
      {glyphs.map(({ symbol, width, left, place }) => (
        <use
          key={place}
          className={pollen && symbol === "comma" ? css.pollen : undefined}
          href={`${numerals}#num-${symbol}`}
          x={left}
          width={width}
          height={120}
        />
      ))}
    </svg>
  );
}
