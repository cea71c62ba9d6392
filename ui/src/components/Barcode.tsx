import encoder from "jsbarcode/bin/barcodes/CODE128/CODE128_AUTO.js";
import css from "./Codes.module.css";

// CommonJS: some bundlers hand out the module, some its default.
const Code128 = "default" in encoder ? encoder.default : encoder;
// Ten narrow bars of silence on each side, by the standard.
const CLEAR = 10;

/** A Code 128 as one path, always black on white. */
export function Barcode({ text, label, height = 120 }: { text: string; label: string; height?: number }) {
  const bars = new Code128(text, { displayValue: false }).encode().data;
  const path = [...bars.matchAll(/1+/g)]
    .map((bar) => `M${bar.index + CLEAR} 0h${bar[0].length}v1h-${bar[0].length}z`)
    .join("");
  const width = bars.length + 2 * CLEAR;
  return (
    <svg
      className={css.code}
      viewBox={`0 0 ${width} 1`}
      width={width * 2}
      height={height}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
