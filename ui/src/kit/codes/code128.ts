import encoder from "jsbarcode/bin/barcodes/CODE128/CODE128_AUTO.js";
import { moduleWidth } from "./moduleWidth";

// CommonJS: some bundlers return the module, some its default export.
const Code128 = "default" in encoder ? encoder.default : encoder;
// The quiet zone on each side, in narrow bars, as the standard requires.
const CLEAR = 10;

/** The bars of a text, upright and turned. `modules` is the width in narrow bars, with the quiet zones. */
export interface Bars {
  path: string;
  turnedPath: string;
  modules: number;
}

export function barsOf(text: string): Bars {
  const data = new Code128(text, { displayValue: false }).encode().data;
  const bars = [...data.matchAll(/1+/g)].map((bar) => ({ at: bar.index + CLEAR, wide: bar[0].length }));
  return {
    path: bars.map(({ at, wide }) => `M${at} 0h${wide}v1h-${wide}z`).join(""),
    turnedPath: bars.map(({ at, wide }) => `M0 ${at}h1v${wide}h-1z`).join(""),
    modules: data.length + 2 * CLEAR,
  };
}

// A quarter of a millimetre on most phones, which have about 160 CSS pixels per inch.
const LEAST = 1.5;
// Two device pixels: a camera or a scratch may hide one.
const LEAST_DEVICE = 2;
// Wider bars are no easier to read, and harder to keep in a scanner's beam.
const MOST = 2;

/** The room for the bars in CSS pixels: across the card, and along the longer side of the screen. */
export interface Room {
  across: number;
  along: number;
}

/** The width of a narrow bar. `long` turns a code that would be too narrow across the card. */
export function layBars(
  modules: number,
  { across, along }: Room,
  density: number,
): { unit: number; long: boolean } {
  const within = (room: number) => moduleWidth(Math.min(room, modules * MOST), modules, density);
  const unit = within(across);
  const longer = within(along);
  const legible = unit >= LEAST && unit * density >= LEAST_DEVICE;
  return legible || longer <= unit ? { unit, long: false } : { unit: longer, long: true };
}
