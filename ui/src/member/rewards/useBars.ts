import { useMemo } from "react";
import { type Bars, barsOf, layBars } from "../../kit/codes/code128";
import type { Space } from "./useCodeSpace";

/** The bars of a code, and how they lie on the screen. */
export interface Laid {
  bars: Bars;
  unit: number;
  /** Along the longer side of the screen. */
  long: boolean;
  /** The bars lie, and are read from top to bottom. */
  turned: boolean;
}

/** Lays the bars of a code out; undefined where there is none, and until the space is known. */
export function useBars(text: string | undefined, space: Space | undefined): Laid | undefined {
  const bars = useMemo(() => (text === undefined ? undefined : barsOf(text)), [text]);
  if (!bars || !space) return undefined;
  const { unit, long } = layBars(bars.modules, space, space.density);
  return { bars, unit, long, turned: long && space.tall };
}
