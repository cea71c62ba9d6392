import { expect, test } from "vitest";
import { numbersOf, withNumbers, wrongNumbers } from "./thresholds";

const count = { on: false, from: 3, bills: 0, days: 1 };
const share = { on: true, from: 50, bills: 20, days: 7 };
const settings = {
  on: true,
  pair: count,
  roundAmounts: share,
  noReceipt: share,
  fanIn: count,
  undone: share,
  device: count,
};
const numbers = numbersOf(settings);

test("sound thresholds have no wrong number, and stay as they are", () => {
  expect(wrongNumbers(numbers)).toEqual({});
  expect(withNumbers(settings, numbers)).toEqual(settings);
});

test("each wrong number is named, and no other", () => {
  const wrong = { "pair.days": "8", "undone.bills": "4", "undone.from": "101", "device.from": "1" };
  expect(Object.keys(wrongNumbers({ ...numbers, ...wrong })).sort()).toEqual(Object.keys(wrong).sort());
});

test("an empty number is wrong", () => {
  expect(wrongNumbers({ ...numbers, "fanIn.days": "" })).toEqual({ "fanIn.days": "range" });
});

test("an entered number changes its threshold only", () => {
  const changed = withNumbers(settings, { ...numbers, "roundAmounts.bills": "12" });
  expect(changed).toEqual({ ...settings, roundAmounts: { ...share, bills: 12 } });
});
