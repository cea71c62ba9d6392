import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { AmountField } from "./AmountField";
import { decimalNumber, wholeNumber } from "./numbers";

afterEach(cleanup);

it.each([
  ["1,000", "1000"],
  ["12，345，678", "12345678"],
  ["１２ ３４５", "12345"],
  [" 1 000\n", "1000"],
  ["007", "7"],
  ["0", "0"],
  ["", ""],
  ["1,", "1"],
])("reads %j as %j", (typed, digits) => expect(wholeNumber(typed, 12)).toBe(digits));

it.each(["100.00", "12.5", "-50", "12,5", "100,00", "HK$5", "1e3", "1234567890123"])(
  "%j is not a whole number",
  (typed) => expect(wholeNumber(typed, 12)).toBeUndefined(),
);

it.each([
  ["1.5", "1.5"],
  ["1,234.5", "1234.5"],
  [".", "."],
])("reads %j as the number %j", (typed, number) => expect(decimalNumber(typed, 12)).toBe(number));

it.each(["-1", "1.2.3", "1,5", "2e3", "1234567890.123"])("%j is not a number of zero or more", (typed) =>
  expect(decimalNumber(typed, 12)).toBeUndefined(),
);

const REFUSALS = { notWhole: "whole, please", negative: "no minus", zero: "one or more", long: "too many" };

function Amount() {
  const [value, setValue] = useState("");
  return <AmountField name="amount" label="amount" value={value} onChange={setValue} refusals={REFUSALS} />;
}

it("keeps the amount and shows why the input is no whole number, until a valid one is entered", () => {
  render(<Amount />);
  const field = screen.getByLabelText<HTMLInputElement>("amount");
  const paste = (value: string) => fireEvent.input(field, { target: { value } });
  paste("1,250");
  expect(field.value).toBe("1250");
  paste("100.00");
  expect(field.value).toBe("1250");
  expect(screen.getByRole("alert").textContent).toBe("whole, please");
  paste("100");
  expect(field.value).toBe("100");
  expect(screen.queryByRole("alert")).toBeNull();
});

it("shows the error of a refused number until another number is entered", () => {
  render(<Amount />);
  const field = screen.getByLabelText<HTMLInputElement>("amount");
  const type = (value: string) => fireEvent.input(field, { target: { value } });
  type("1");
  type("1.");
  type("15");
  expect(field.value).toBe("15");
  expect(screen.getByRole("alert").textContent).toBe("whole, please");
  type("1");
  expect(screen.queryByRole("alert")).toBeNull();
});

it.each([
  ["-5", REFUSALS.negative, ""],
  ["\u22125", REFUSALS.negative, ""],
  ["0", REFUSALS.zero, ""],
  ["99999999999999", REFUSALS.long, ""],
  ["5,5", REFUSALS.notWhole, ""],
])("shows what is wrong with %j, and no error for the number that comes after it", (typed, said, left) => {
  render(<Amount />);
  const field = screen.getByLabelText<HTMLInputElement>("amount");
  fireEvent.input(field, { target: { value: typed } });
  expect([field.value, screen.getByRole("alert").textContent]).toEqual([left, said]);
  fireEvent.input(field, { target: { value: "50" } });
  expect([field.value, screen.queryByRole("alert")]).toEqual(["50", null]);
});

it("keeps the error of a minus when its digits follow, but not the error of a zero", () => {
  render(<Amount />);
  const field = screen.getByLabelText<HTMLInputElement>("amount");
  const type = (value: string) => fireEvent.input(field, { target: { value } });
  type("-");
  type("5");
  expect(screen.getByRole("alert").textContent).toBe(REFUSALS.negative);
  type("");
  type("0");
  expect(screen.getByRole("alert").textContent).toBe(REFUSALS.zero);
  type("5");
  expect(screen.queryByRole("alert")).toBeNull();
});
