import { classes } from "../../kit/classes";
import css from "../admin.module.css";
import own from "./SumTiles.module.css";

interface SumTilesProps {
  /** The name, the amount and a line below it, of each sum. */
  sums: readonly (readonly [name: string, amount: string, line: string])[];
  /** True if another column stands beside the sums. */
  narrow?: boolean;
}

/** The sums of a month, side by side where there is room. */
export function SumTiles({ sums, narrow = false }: SumTilesProps) {
  return (
    <dl className={classes(own.tiles, narrow && own.narrow)}>
      {sums.map(([name, amount, line]) => (
        <div key={name} className={css.panel}>
          <dt>{name}</dt>
          <dd>
            <b>{amount}</b>
            {line}
          </dd>
        </div>
      ))}
    </dl>
  );
}
