import { formatChange } from "../../../i18n/format";
import type { Segment } from "./segments";

/** The share of all active members in a segment, from 0 to 1; undefined while it was not counted. */
export const shareOf = ({ members, of }: Segment) =>
  typeof members === "number" ? (of > 0 ? Math.min(1, members / of) : 0) : undefined;

/** A share in whole per cent. A small share is not told as none. */
export const percent = (share: number) =>
  share > 0 && share < 0.01 ? "<1%" : `${share < 1 ? Math.min(99, Math.round(share * 100)) : 100}%`;

/** A change with its sign; none is a plain 0. */
export const changeWords = (change: number) => (change === 0 ? "0" : formatChange(change));
