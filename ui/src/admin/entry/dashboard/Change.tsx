import { formatChange } from "../../../i18n/format";
import css from "./Dashboard.module.css";

/** A change in per cent, as +10% or −3%. */
export function Change({ percent }: { percent: number }) {
  return <b className={percent < 0 ? css.down : css.up}>{formatChange(percent)}%</b>;
}
