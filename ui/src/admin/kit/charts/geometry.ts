import { type Language, pageTagOf } from "../../../i18n/language";
import type { Bucket } from "./buckets";

export const LEFT = 82;
export const RIGHT = 20;
export const AREA = { top: 34, height: 112 };
export const BARS = { top: 196, height: 128 };
export const HEIGHT = BARS.top + BARS.height + 40;
/** The lower chart moves up by this much when the liability is not drawn. */
export const ALONE = 164;
/** Minimum width of one label below the axis. */
export const LABEL = 76;

/** 64K or 6.4萬. */
export function compact(number: number, language: Language): string {
  return new Intl.NumberFormat(pageTagOf(language), { notation: "compact", maximumFractionDigits: 1 }).format(
    number,
  );
}

export const pitch = (width: number, count: number) => Math.max(1, (width - LEFT - RIGHT) / count);
export const middle = (at: number, width: number, count: number) => LEFT + (at + 0.5) * pitch(width, count);

export interface PartProps {
  columns: readonly Bucket[];
  width: number;
}
