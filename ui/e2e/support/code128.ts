// The widths of the bars and gaps of each of the 107 symbols (ISO/IEC 15417, table 1).
const SYMBOLS = (
  "212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 " +
  "123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 " +
  "232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 " +
  "313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 " +
  "111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 " +
  "111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 " +
  "114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112"
).split(" ");
const [TO_C, TO_B, TO_A] = [99, 100, 101];
const [START_A, START_C, STOP] = [103, 105, 106];

type CodeSet = "A" | "B" | "C";

function symbolsIn(widths: readonly number[]): number[] {
  const found: number[] = [];
  for (let at = 0; at < widths.length; ) {
    const size = widths.length - at === 7 ? 7 : 6;
    const symbol = SYMBOLS.indexOf(widths.slice(at, at + size).join(""));
    if (symbol < 0) throw new Error(`no symbol of Code 128 at bar ${at}: ${widths.slice(at, at + size)}`);
    found.push(symbol);
    at += size;
  }
  return found;
}

/** Decodes a Code 128 from the widths of its bars and gaps. Fails on a violation of the standard. */
export function readCode128(widths: readonly number[]): string {
  const [start = -1, ...rest] = symbolsIn(widths);
  const [stop, check] = [rest.pop(), rest.pop()];
  if (start < START_A || start > START_C || stop !== STOP)
    throw new Error(`starts with ${start}, ends with ${stop}`);
  const sum = rest.reduce((total, value, place) => total + value * (place + 1), start) % 103;
  if (sum !== check) throw new Error(`the check symbol is ${check} and should be ${sum}`);
  let set: CodeSet = (["A", "B", "C"] as const)[start - START_A] ?? "B";
  let text = "";
  for (const value of rest) {
    if (set !== "C" && value === TO_C) set = "C";
    else if (set !== "B" && value === TO_B) set = "B";
    else if (set !== "A" && value === TO_A) set = "A";
    else if (set === "C") text += String(value).padStart(2, "0");
    else if (value > 95) throw new Error(`a function symbol: ${value}`);
    else text += String.fromCharCode(set === "A" && value > 63 ? value - 64 : value + 32);
  }
  return text;
}
