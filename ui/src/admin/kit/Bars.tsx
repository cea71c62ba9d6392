import { classes } from "../../kit/classes";
import text from "../../kit/styles/text.module.css";
import css from "./Bars.module.css";

export interface Bar {
  key: string;
  /** Label of the bar, such as a day. */
  label: string;
  value: number;
  /** The value formatted for display. */
  shown: string;
  /** The value of the period before, drawn as a line. */
  before?: number;
  beforeShown?: string;
  /** The label under the bar, where each bar has one. */
  tick?: string;
  /** True if the bar stands out, such as an hour with a bonus. */
  marked?: boolean;
  /** The same in words, for the table. */
  markedShown?: string;
}

interface BarsProps {
  label: string;
  heads: readonly string[];
  bars: Bar[];
  /** True if each bar has its label under it. Otherwise only the first and the last bar have one. */
  ticks?: boolean;
}

const HEIGHT = 120;
const STEP = 12;
const WIDTH = 9;
/** Minimum height, so that a small value stays visible beside the largest. */
const LEAST = 2;

/** A bar chart of counts from zero; a table has the same data for screen readers. */
export function Bars({ label, heads, bars, ticks = false }: BarsProps) {
  const most = Math.max(1, ...bars.flatMap(({ value, before = 0 }) => [value, before]));
  const highest = bars.find(({ value }) => value === most);
  const highestBefore = bars.find(({ before }) => before === most);
  const height = (value: number) => (value <= 0 ? 0 : Math.max(LEAST, (value / most) * HEIGHT));
  return (
    <figure className={css.figure}>
      <p className={css.top} aria-hidden="true">
        {highest?.shown ?? highestBefore?.beforeShown ?? "0"}
      </p>
      <svg
        className={css.bars}
        viewBox={`0 0 ${Math.max(1, bars.length) * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {bars.map((bar, index) => (
          <g key={bar.key}>
            <title>{[`${bar.label}: ${bar.shown}`, bar.beforeShown].filter(Boolean).join(" / ")}</title>
            {/* The full height of a column reacts to the pointer. */}
            <rect
              className={classes(css.column, bar.marked && css.band)}
              x={index * STEP}
              width={STEP}
              height={HEIGHT}
            />
            <rect
              className={classes(css.bar, bar.marked && css.marked)}
              x={index * STEP + (STEP - WIDTH) / 2}
              y={HEIGHT - height(bar.value)}
              width={WIDTH}
              height={height(bar.value)}
            />
            {bar.before !== undefined && bar.before > 0 && (
              <rect
                className={css.before}
                x={index * STEP + 0.5}
                y={HEIGHT - height(bar.before)}
                width={STEP - 1}
                height={2}
              />
            )}
          </g>
        ))}
      </svg>
      <p className={ticks ? css.ticks : css.ends} aria-hidden="true">
        {(ticks ? bars : [bars[0], bars.at(-1)]).map((bar, place) => (
          <span key={bar?.key ?? place}>{ticks ? bar?.tick : bar?.label}</span>
        ))}
      </p>
      <table className={text.sr} aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.key}>
              <td>{bar.label}</td>
              <td>{bar.shown}</td>
              {bar.beforeShown !== undefined && <td>{bar.beforeShown}</td>}
              {bar.markedShown !== undefined && <td>{bar.markedShown}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
