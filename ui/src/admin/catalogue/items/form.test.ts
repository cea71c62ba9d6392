import { renderHook } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import { startI18n } from "../../../i18n/i18n";
import type { ItemInput } from "../../kit/editor/kinds";
import { useFieldLabel } from "../../kit/editor/useFieldLabel";
import { itemContent } from "./form";

beforeAll(() => startI18n(["adminItems"]));

it("has a label for every field of a reward that may conflict", () => {
  const all: Required<Omit<ItemInput, "state" | "publishAt" | "useEnglish">> = {
    ...itemContent.form(undefined),
    description: { en: "A cup" },
    toc: { en: "Once" },
    image: "/media/tea",
    partnerId: "01",
    validFrom: "2026-03-01T00:00:00.000Z",
    validUntil: "2026-04-01T00:00:00.000Z",
    leftover: 10,
    qoutaPerson: 1,
    active: true,
    unclaimed: "used",
    lowStock: 3,
    useWithinDays: 30,
    requiresGoal: "g1",
    requiresLevel: 1,
    useUntil: "2026-12-31",
    faceValueHkd: "50.00",
    costHkd: "32.50",
  };
  const label = renderHook(() => useFieldLabel("adminItems")).result.current;
  const other = label("other");
  expect(other).toBe("Form");
  expect(Object.keys(all).filter((field) => label(field) === other)).toEqual([]);
  expect(label("name.zhhk")).toBe("Name");
  expect(label("state")).toBe(other);
});
