import { beforeEach, expect, test } from "vitest";
import { DownIcon } from "../../../kit/icons/icons-admin";
import { forgetResults, markedParts, matches, recentResults, rememberResult } from "./results";

beforeEach(forgetResults);

test("a page is found by words of its name in any order and case", () => {
  expect(matches("rules", "Earning rules")).toBe(true);
  expect(matches("RULE earn", "Earning rules")).toBe(true);
  expect(matches("賺分", "賺分規則")).toBe(true);
  expect(matches("earning settings", "Earning rules")).toBe(false);
});

test("found words are marked, and signs of a pattern are plain text", () => {
  expect(markedParts("Receipt W-10472", "10472")).toEqual([
    { text: "Receipt W-", marked: false },
    { text: "10472", marked: true },
  ]);
  expect(markedParts("a+b (c)", "+b (")).toEqual([
    { text: "a", marked: false },
    { text: "+b", marked: true },
    { text: " ", marked: false },
    { text: "(", marked: true },
    { text: "c)", marked: false },
  ]);
  expect(markedParts("Members", "")).toEqual([{ text: "Members", marked: false }]);
});

test("the six results that were opened last are kept, each once", () => {
  const result = (to: string) => ({ title: to, line: "", to, Icon: DownIcon });
  for (const to of ["/1", "/2", "/3", "/4", "/5", "/6", "/7", "/3"]) rememberResult(result(to));
  expect(recentResults().map(({ to }) => to)).toEqual(["/3", "/7", "/6", "/5", "/4", "/2"]);
});
