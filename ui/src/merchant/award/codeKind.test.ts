import { expect, it } from "vitest";
import { kindOf } from "./codeKind";

it.each([
  ["ada@kapok.example", "member"],
  ["6123 4567", "member"],
  ["+852 61234567", "member"],
  ["KC-1a2b3c", "member"],
  ["00000000", "member"],
  ["0000 0003", "coupon"],
  ["10000003", "member"],
  ["2222-2222", "coupon"],
  ["TEA-0001", "coupon"],
  ["https://points.example/earn/E2~abc", "link"],
  ["E1~key~12850~1~R-7~seal", "link"],
  ["TX-26316-K7Q2", "slip"],
])("tells by the form of %j that it is of the kind %s", (text, kind) => {
  expect(kindOf(text)).toBe(kind);
});
