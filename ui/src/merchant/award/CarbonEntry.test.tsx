import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { startI18n } from "../../i18n/i18n";
import { CarbonEntry } from "./CarbonEntry";
import { type CarbonFactor, type CarbonTyped, quantitiesOf, readQuantity, typedOf } from "./carbon";

const factor = (unit: "kilogram" | "trip", rest: Partial<CarbonFactor> = {}): CarbonFactor => ({
  _id: unit,
  name: { en: unit === "trip" ? "Tram" : "Glass" },
  unit,
  grams: "300",
  most: "20",
  ...rest,
});

afterEach(cleanup);

function Counter() {
  const [typed, setTyped] = useState<CarbonTyped>({});
  const factors = [factor("kilogram"), factor("trip", { grams: "1140" })];
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
