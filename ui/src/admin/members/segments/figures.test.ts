import { expect, it } from "vitest";
import { changeWords, percent, shareOf } from "./figures";
import type { Segment } from "./segments";

const segment = (members: number | undefined, of: number) => ({ members, of }) as Segment;

it("tells no share before a segment is counted, and none of an empty programme", () => {
  expect(shareOf(segment(undefined, 10))).toBeUndefined();
  expect(shareOf(segment(0, 0))).toBe(0);
  expect(shareOf(segment(5, 20))).toBe(0.25);
});

it("never exceeds all members where some have left since the count", () => {
  expect(shareOf(segment(12, 10))).toBe(1);
});

it("rounds to whole per cent, but neither a small share to none nor a large one to all", () => {
  const shares: readonly [number, string][] = [
    [0, "0%"],
    [0.0001, "<1%"],
    [0.114, "11%"],
    [0.9999, "99%"],
    [1, "100%"],
  ];
  for (const [share, words] of shares) expect(percent(share)).toBe(words);
});

it("shows a change with its sign, and none as a plain 0", () => {
  expect([1_403, -28, 0].map(changeWords)).toEqual(["+1,403", "−28", "0"]);
});
