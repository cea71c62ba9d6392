import encoder from "jsbarcode/bin/barcodes/CODE128/CODE128_AUTO.js";
import { moduleWidth } from "./moduleWidth";

// CommonJS: some bundlers hand out the module, some its default.
const Code128 = "default" in encoder ? encoder.default : encoder;
// Ten narrow bars of silence on each side, by the standard.
const CLEAR = 10;

/** The bars of a text, upright and lying, and how many narrow ones they are wide with the silence around them. */
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

// A quarter of a millimetre on most phones, whose pages have about 160 pixels an inch.
const LEAST = 1.5;
// Two of the screen's own: one is lost on a camera, and in a scratch.
const LEAST_DEVICE = 2;
// A code that is wider than this is no easier to read, and harder to hold in a scanner's beam.
const MOST = 2;

/** How much room there is for the bars: beside each other on the card, and along the longer side of the screen. */
export interface Room {
  across: number;
  along: number;
}

/** How wide a narrow bar is, and whether the code lies along the longer side: where a scanner could not read it else. */
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
