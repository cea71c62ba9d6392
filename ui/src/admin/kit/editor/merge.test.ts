import { describe, expect, it } from "vitest";
import { differences, rebase, take } from "./merge";

const base = { name: { en: "Bun", zh: "" }, points: 100, toc: null };
const mine = { name: { en: "Hot bun", zh: "包" }, points: 100, toc: null };
const theirs = { name: { en: "Big bun" }, points: 120, toc: { en: "Once" } };

describe("two changes of one form", () => {
  it("tells what only they changed from what both did", () => {
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

  it("takes over what only they changed and keeps what both did as it is here", () => {
    expect(rebase<object>(base, mine, theirs)).toEqual({
      name: { en: "Hot bun", zh: "包" },
      points: 120,
      toc: { en: "Once" },
    });
  });

  it("finds nothing where both say the same", () => {
    expect(differences(base, base, { name: { en: "Bun" }, points: 100 })).toEqual([]);
  });
});
