import { classes } from "../classes";
import css from "./Icon.module.css";

export interface IconProps {
  /** Edge in px; 24 by default. */
  size?: number;
  /** Fills the one petal with red, for raised buttons and current tabs. */
  petal?: boolean;
}

/**
 * An icon on a 24 px grid. `drawing` lists its paths, separated by bars; a path with a leading star is the
 * petal. Icons are decoration only: the element around them has the text.
 * @__NO_SIDE_EFFECTS__
 */
export const icon =
  (drawing: string) =>
  ({ size = 24, petal }: IconProps) => (
    <svg
      className={classes(css.icon, petal && css.petal)}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
    >
      {drawing.split("|").map((path) => (
        <path key={path} data-petal={path[0] === "*" ? "" : undefined} d={path.replace("*", "")} />
      ))}
    </svg>
  );
