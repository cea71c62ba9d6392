import { describe, expect, it } from "vitest";
import { differences, rebase, take } from "./merge";

const base = { name: { en: "Bun", zh: "" }, points: 100, toc: null };
const mine = { name: { en: "Hot bun", zh: "包" }, points: 100, toc: null };
const theirs = { name: { en: "Big bun" }, points: 120, toc: { en: "Once" } };

describe("two changes of one form", () => {
  it("separates their changes from conflicts", () => {
    expect(differences(base, mine, theirs)).toEqual([
      { key: "name.en", base: "Bun", mine: "Hot bun", theirs: "Big bun", conflict: true },
      { key: "name.zh", base: "", mine: "包", theirs: "", conflict: false },
      { key: "points", base: "100", mine: "100", theirs: "120", conflict: false },
      { key: "toc.en", base: "", mine: "", theirs: "Once", conflict: false },
    ]);
  });

  it("takes over the fields that were chosen and no others", () => {
    expect(take<object>(mine, theirs, new Set(["points", "toc.en"]))).toEqual({
      name: { en: "Hot bun", zh: "包" },
      points: 120,
      toc: { en: "Once" },
    });
  });

  it("takes their changes and keeps mine in a conflict", () => {
    expect(rebase<object>(base, mine, theirs)).toEqual({
      name: { en: "Hot bun", zh: "包" },
      points: 120,
      toc: { en: "Once" },
    });
  });

  it("finds no difference in equal changes", () => {
    expect(differences(base, base, { name: { en: "Bun" }, points: 100 })).toEqual([]);
  });
});
