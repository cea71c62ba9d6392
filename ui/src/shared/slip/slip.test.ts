import { expect, test } from "vitest";
import { plainSlip, type SlipRow, widthOf } from "./slip";

const ROWS: SlipRow[] = [
  { kind: "centre", text: "太平冰室", strong: true },
  { kind: "centre", text: "Tai Ping Bing Sutt" },
  { kind: "rule" },
  { kind: "line", name: "基本積分", value: "+88" },
  { kind: "line", name: "Double points on every Thursday morning", value: "+1,088" },
  { kind: "rule", solid: true },
  { kind: "line", name: "Points", value: "+352", strong: true },
  { kind: "text", text: "Something that is said in more than one line of the paper." },
];

test("the plain slip has lines of the paper's width, and a Chinese character takes two columns", () => {
  expect(plainSlip(ROWS).split("\n")).toEqual([
    "            太平冰室",
    "       Tai Ping Bing Sutt",
    "--------------------------------",
    "基本積分                     +88",
    "Double points on every Thursday",
    "morning",
    "                          +1,088",
    "================================",
    "Points                      +352",
    "Something that is said in more",
    "than one line of the paper.",
  ]);
  for (const line of plainSlip(ROWS).split("\n")) expect(widthOf(line)).toBeLessThanOrEqual(32);
});

test("wider paper has longer lines", () => {
  const [line] = plainSlip([{ kind: "line", name: "Points", value: "+352" }], 48).split("\n");
  expect(line).toHaveLength(48);
});
