import { describe, expect, it } from "vitest";
import { slugWords } from "../../shared/partnerTypes";
import { groupsOf, matching, type Partner, shopLink } from "./partners";

const partner = (_id: string, type: string): Partner => ({
  _id,
  type,
  name: { en: _id },
  description: { en: "" },
  nameImg: "",
  logo: "",
  webLink: null,
  basePoints: "1",
  extraPoints: "0",
});

describe("the partners", () => {
  it("are grouped by type, known types first and in our order", () => {
    const groups = groupsOf([
      partner("a", "street-food"),
      partner("b", "transport"),
      partner("c", "food"),
      partner("d", "street-food"),
    ]);
    expect(groups.map(({ type, partners }) => [type, partners.map(({ _id }) => _id)])).toEqual([
      ["food", ["c"]],
      ["transport", ["b"]],
      ["street-food", ["a", "d"]],
    ]);
  });

  it("have readable types even without translations", () => {
    expect(slugWords("street-food")).toBe("Street food");
    expect(slugWords("x")).toBe("X");
  });
});

describe("the search", () => {
  const cafe = {
    ...partner("a", "food"),
    name: { en: "Tai Ping Bing Sutt", zh: "太平冰室", zhhk: "太平冰室" },
  };
  const ferry = { ...partner("b", "transport"), name: { en: "Blue Lane Ferry" } };
  const typeName = (type: string) => (type === "food" ? "Food and drink" : "Getting around");
  it.each([
    ["", ["a", "b"]],
    [" b ", ["a", "b"]],
    ["BING", ["a"]],
    ["冰", ["a"]],
    ["getting", ["b"]],
    ["ferry", ["b"]],
    ["bakery", []],
  ])("for %j finds names and types, from the second letter", (typed, ids) => {
    expect(matching([cafe, ferry], typed, typeName).map(({ _id }) => _id)).toEqual(ids);
  });
});

describe("the shop", () => {
  it("is a web address or undefined", () => {
    expect(shopLink("https://shop.example/a")).toBe("https://shop.example/a");
    expect(shopLink("http://shop.example")).toBe("http://shop.example/");
    for (const link of [
      undefined,
      "",
      "shop.example",
      "javascript:alert(1)",
      "data:text/html,x",
      "/redeem",
    ]) {
      expect(shopLink(link)).toBeUndefined();
    }
  });
});
