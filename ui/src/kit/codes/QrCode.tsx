import { generate } from "lean-qr";
import css from "./Codes.module.css";
import { moduleWidth } from "./moduleWidth";
import { useDevicePixels } from "./useDevicePixels";

// The quiet zone in modules that a scanner needs around the code (ISO/IEC 18004).
const CLEAR = 4;

/** A QR code as one path, always black on white. `size` is the limit; modules are whole device pixels. */
export function QrCode({ text, label, size = 256 }: { text: string; label: string; size?: number }) {
  const density = useDevicePixels();
  const code = generate(text);
  let path = "";
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (code.get(x, y)) path += `M${x + CLEAR} ${y + CLEAR}h1v1h-1z`;
    }
  }
  const edge = code.size + 2 * CLEAR;
  const width = edge * moduleWidth(size, edge, density);
  return (
    <svg
      className={css.code}
      viewBox={`0 0 ${edge} ${edge}`}
      width={width}
      height={width}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
