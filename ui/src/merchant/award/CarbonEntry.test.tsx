import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { startI18n } from "../../i18n/i18n";
import { CarbonEntry } from "./CarbonEntry";
import { type CarbonFactor, type CarbonTyped, quantitiesOf, readQuantity, typedOf } from "./carbon";

const NAMES = { kilogram: "Glass", trip: "Tram", action: "Own cup" };

const factor = (unit: keyof typeof NAMES, rest: Partial<CarbonFactor> = {}): CarbonFactor => ({
  _id: unit,
  name: { en: NAMES[unit] },
  unit,
  grams: "300",
  most: "20",
  ...rest,
});

afterEach(cleanup);

const USUAL = [factor("kilogram"), factor("trip", { grams: "1140" })];

function Counter({ factors = USUAL }: { factors?: CarbonFactor[] }) {
  const [typed, setTyped] = useState<CarbonTyped>({});
  return (
    <>
      <CarbonEntry factors={factors} typed={typed} disabled={false} onChange={setTyped} />
      <output>{JSON.stringify(quantitiesOf(factors, typed))}</output>
    </>
  );
}

it("tells what a weight saves, and what is more than one purchase may have", async () => {
  await startI18n(["counter"]);
  render(<Counter />);
  const glass = screen.getByRole("textbox", { name: /Glass, kg/ });
  fireEvent.input(glass, { target: { value: "3.6" } });
  expect(screen.getByText(/^1\.08.kg CO₂e saved$/)).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe('[{"factorId":"kilogram","quantity":"3.6"}]');
  fireEvent.input(glass, { target: { value: "20.001" } });
  expect(screen.getByText("At most 20 for one purchase.")).toBeTruthy();
});

it("takes whole trips, and kilograms with three decimals", () => {
  const [kilogram, trip] = [factor("kilogram"), factor("trip")];
  expect(["3.125", "3.", "3.1255", "-1", "x"].map((typed) => readQuantity(kilogram, typed))).toEqual([
    "3.125",
    "3.",
    undefined,
    undefined,
    undefined,
  ]);
  expect(["2", "1.5"].map((typed) => readQuantity(trip, typed))).toEqual(["2", undefined]);
});

it("keeps what was typed before the factors are known, and leaves out a factor that has ended", () => {
  const kept = typedOf([{ factorId: "trip", quantity: "2" }]);
  expect(quantitiesOf(undefined, kept)).toEqual([{ factorId: "trip", quantity: "2" }]);
  expect(quantitiesOf([factor("kilogram")], kept)).toEqual([]);
  expect(quantitiesOf([factor("trip")], { trip: "0" })).toEqual([]);
});

it("counts actions beside each other with − and +, from 0 to the limit", async () => {
  await startI18n(["counter"]);
  const cup = factor("action", { grams: "24", most: "2" });
  const box = { ...cup, _id: "box", name: { en: "Own lunch box" } };
  render(<Counter factors={[cup, box]} />);
  const number = screen.getByRole<HTMLInputElement>("textbox", { name: /^Own cup/ });
  const sent = () => screen.getAllByRole("status").at(-1)?.textContent;
  const [more, fewer] = ["Add one: Own cup", "Take one away: Own cup"].map((name) =>
    screen.getByRole("button", { name }),
  ) as [HTMLElement, HTMLElement];
  expect([number.value, sent(), fewer.getAttribute("aria-disabled")]).toEqual(["", "[]", "true"]);
  fireEvent.click(fewer);
  expect(sent()).toBe("[]");
  fireEvent.click(more);
  expect(sent()).toBe('[{"factorId":"action","quantity":"1"}]');
  fireEvent.click(screen.getByRole("button", { name: "Add one: Own lunch box" }));
  fireEvent.click(more);
  fireEvent.click(more);
  expect([number.value, more.getAttribute("aria-disabled")]).toEqual(["2", "true"]);
  expect(screen.getByText(/^48.g CO₂e saved\. At most 2 for one purchase\.$/)).toBeTruthy();
  expect(screen.getAllByRole("status")[0]?.textContent).toMatch(/^2\. 48.g/);
  expect(sent()).toBe('[{"factorId":"action","quantity":"2"},{"factorId":"box","quantity":"1"}]');
  fireEvent.input(number, { target: { value: "1.5" } });
  expect(number.value).toBe("2");
  fireEvent.input(number, { target: { value: "7" } });
  expect(screen.getByText("At most 2 for one purchase.")).toBeTruthy();
  fireEvent.click(fewer);
  expect(number.value).toBe("2");
  fireEvent.click(fewer);
  fireEvent.click(fewer);
  expect([number.value, sent()]).toEqual(["", '[{"factorId":"box","quantity":"1"}]']);
});
