import css from "./Codes.module.css";
import type { Bars } from "./code128";

interface BarcodeProps {
  bars: Bars;
  label: string;
  /** Width of one narrow bar, in CSS pixels. */
  unit: number;
  /** Length of the bars, in CSS pixels. */
  height: number;
  /** Turned by 90°: the code reads from top to bottom. */
  turned: boolean;
}

/** A Code 128 barcode as one path, always black on white. */
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
