import { expect, it } from "vitest";
import { csvOf } from "./csv";

it("quotes cells if needed and disarms formulas", () => {
  expect(
    csvOf([
      ["=1+1", "a,b"],
      ['say "茶"', "two\nlines"],
      ["'@x", "plain"],
    ]),
  ).toBe('\uFEFF\'=1+1,"a,b"\r\n"say ""茶""","two\nlines"\r\n\'\'@x,plain\r\n');
});
