import { useMemo } from "react";
import { type Bars, barsOf, layBars } from "../../kit/codes/code128";
import type { Space } from "./useCodeSpace";

/** The bars of a code and their layout on the screen. */
export interface Laid {
  bars: Bars;
  unit: number;
  /** The bars use the longer side of the screen. */
  long: boolean;
  /** The code is rotated: it runs from top to bottom. */
  turned: boolean;
}

/** Computes the layout of a bar code. Undefined without a code, and until the space is known. */
export function useBars(text: string | undefined, space: Space | undefined): Laid | undefined {
  const bars = useMemo(() => (text === undefined ? undefined : barsOf(text)), [text]);
  if (!bars || !space) return undefined;
  const { unit, long } = layBars(bars.modules, space, space.density);
  return { bars, unit, long, turned: long && space.tall };
}
