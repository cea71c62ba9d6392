import { classes } from "../../kit/classes";
import css from "./Portal.module.css";

/** A change against the period before: leaf for more, grey for less. */
export function Change({ of }: { of: string | undefined }) {
  if (!of) return <span className={css.less}>–</span>;
  return <span className={classes(css.change, of.startsWith("+") ? css.more : css.less)}>{of}</span>;
}
