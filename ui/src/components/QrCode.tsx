import { generate } from "lean-qr";
import css from "./Codes.module.css";

// The clear modules that a scanner needs around the code (ISO/IEC 18004).
const CLEAR = 4;

/** A QR code as one path, always black on white. */
export function QrCode({ text, label, size = 256 }: { text: string; label: string; size?: number }) {
  const code = generate(text);
  let path = "";
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (code.get(x, y)) path += `M${x + CLEAR} ${y + CLEAR}h1v1h-1z`;
    }
  }
  const edge = code.size + 2 * CLEAR;
  return (
    <svg
      className={css.code}
      viewBox={`0 0 ${edge} ${edge}`}
      width={size}
      height={size}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
