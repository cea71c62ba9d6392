import { expect, it } from "vitest";
import { codeIn, grouped, nameFault, plainCode } from "./tillLink";

it.each([
  ["https://kapok.example/merchant/enrol/K7Q2M9XA1BCD", "K7Q2M9XA1BCD"],
  ["http://localhost:8080/merchant/enrol/K7Q2M9XA1BCD?a=b", "K7Q2M9XA1BCD"],
  [" k7q2-m9xa-1bcd ", "k7q2-m9xa-1bcd"],
  ["https://kapok.example/merchant", "https://kapok.example/merchant"],
])("%s", (text, code) => {
  expect(codeIn(text)).toBe(code);
});

it("a code is the same however it is typed", () => {
  expect(plainCode(" koq2-m9xa-ibcd ")).toBe("K0Q2M9XA1BCD");
  expect(plainCode("K0Q2M9XA1BCD")).toBe("K0Q2M9XA1BCD");
});

it("a code is shown in three groups, and anything else as it is", () => {
  expect(grouped("K7Q2M9XA1BCD")).toBe("K7Q2-M9XA-1BCD");
  expect(grouped("K7Q2")).toBe("K7Q2");
});

it.each([
  ["", "required"],
  ["   ", "required"],
  ["Till 3", undefined],
  ["門".repeat(60), undefined],
  ["🏪".repeat(60), undefined],
  ["門".repeat(61), "tooLong"],
])("the name “%s”", (name, fault) => {
  expect(nameFault(name)).toBe(fault);
});
