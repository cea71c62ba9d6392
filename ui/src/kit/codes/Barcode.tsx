import css from "./Codes.module.css";
import type { Bars } from "./code128";

interface BarcodeProps {
  bars: Bars;
  label: string;
  /** Of one narrow bar, in the page's pixels. */
  unit: number;
  /** How long the bars are. */
  height: number;
  /** The bars lie: it is read from top to bottom. */
  turned: boolean;
}

/** A Code 128 as one path, always black on white. */
export function Barcode({ bars: { path, turnedPath, modules }, label, unit, height, turned }: BarcodeProps) {
  const width = modules * unit;
  return (
    <svg
      className={css.code}
      viewBox={turned ? `0 0 1 ${modules}` : `0 0 ${modules} 1`}
      width={turned ? height : width}
      height={turned ? width : height}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={turned ? turnedPath : path} />
    </svg>
  );
}
