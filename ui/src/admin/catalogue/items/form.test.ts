import { expect, it } from "vitest";
import type { ItemInput } from "../../kit/editor/kinds";
import { fieldName, itemForm } from "./form";

it("has a label for every field of a reward that may conflict", () => {
  const all: Required<Omit<ItemInput, "state" | "publishAt" | "useEnglish">> = {
    ...itemForm(undefined),
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
  };
  expect(Object.keys(all).filter((field) => fieldName(field) === "other")).toEqual([]);
  expect(fieldName("name.zhhk")).toBe("name");
  expect(fieldName("state")).toBe("other");
});
