import { classes } from "../classes";
import css from "./Icon.module.css";

export interface IconProps {
  /** Edge in px; 24 unless told. */
  size?: number;
  /** Fills the one petal red: for raised buttons and current tabs. */
  petal?: boolean;
}

/**
 * An icon on the 24 grid, of the paths that `drawing` joins by bars; a path that begins with a star is the petal. Always
 * decoration: whatever holds it has the words.
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
