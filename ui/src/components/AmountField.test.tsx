import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { AmountField, wholeNumber } from "./AmountField";

afterEach(cleanup);

it.each([
  ["1,000", "1000"],
  ["12，345，678", "12345678"],
  ["１２ ３４５", "12345"],
  [" 1 000\n", "1000"],
  ["007", "7"],
  ["", ""],
  ["1,", "1"],
])("%j is %j", (typed, digits) => expect(wholeNumber(typed)).toBe(digits));

it.each(["100.00", "12.5", "-50", "12,5", "100,00", "HK$5", "1e3", "1234567890123"])(
  "%j is no whole number",
  (typed) => expect(wholeNumber(typed)).toBeUndefined(),
);

function Amount() {
  const [value, setValue] = useState("");
  return (
    <AmountField name="amount" label="amount" value={value} onChange={setValue} notWhole="whole, please" />
  );
}

it("anything but a whole number leaves the amount as it was and says why, until one comes", () => {
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
