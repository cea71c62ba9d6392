import { describe, expect, it } from "vitest";
import type { Bonus } from "../../shared/bonuses/bonuses";
import { slugWords } from "../../shared/partnerTypes";
import { bonusOf, distanceText, nearestFirst, type Outlet, partnersNearby } from "./outlets";
import { groupsOf, inDistrict, matching, type Partner, shopLink } from "./partners";

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
  const outlets: Outlet[] = [
    {
      _id: "o",
      partner: "b",
      name: { en: "Pier 5" },
      address: { en: "Man Kwong Street" },
      district: "centralAndWestern",
      position: { latitudeE6: 22_287_700, longitudeE6: 114_158_800 },
      phone: "",
      hours: [],
    },
  ];
  const typeName = (type: string) => (type === "food" ? "Food and drink" : "Getting around");
  const words = { typeName, placeName: () => "Central and Western", outlets, items: [] };
  it.each([
    ["pier", ["b"]],
    ["kwong", ["b"]],
    ["western", ["b"]],
    ["", ["a", "b"]],
    [" b ", ["a", "b"]],
    ["BING", ["a"]],
    ["冰", ["a"]],
    ["getting", ["b"]],
    ["ferry", ["b"]],
    ["bakery", []],
  ])("for %j finds names and types, from the second letter", (typed, ids) => {
    expect(matching([cafe, ferry], typed, words).map(({ _id }) => _id)).toEqual(ids);
  });
});

describe("the bonus of a partner", () => {
  const bonus = (_id: string, more: Partial<Bonus>): Bonus => ({
    _id,
    name: { en: _id },
    bonus: { kind: "multiplier", factor: "2" },
    partners: [],
    partnerTypes: [],
    outlets: [],
    weekdays: [],
    nextDay: "2026-03-16",
    ...more,
  });
  const pier: Outlet = {
    _id: "o",
    partner: "b",
    name: { en: "Pier 5" },
    address: { en: "" },
    phone: "",
    hours: [],
  };
  const all = [
    bonus("everywhere", {}),
    bonus("pier", { outlets: ["o"] }),
    bonus("food", { partnerTypes: ["food"] }),
  ];

  it("may be at some of its outlets only, and is not the one of every partner", () => {
    expect(bonusOf(partner("a", "food"), all, [pier])?._id).toBe("food");
    expect(bonusOf(partner("b", "transport"), all, [pier])?._id).toBe("pier");
    expect(bonusOf(partner("c", "transport"), all, [pier])).toBeUndefined();
    expect(bonusOf(partner("b", "food"), all, [pier])?._id).toBe("food");
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

describe("what is near", () => {
  const outlet = (_id: string, partner: string, latitudeE6?: number): Outlet => ({
    _id,
    partner,
    name: { en: _id },
    address: { en: "" },
    phone: "",
    hours: [],
    ...(latitudeE6 !== undefined && {
      district: "southern",
      position: { latitudeE6, longitudeE6: 114_158_800 },
    }),
  });
  const here = { latitudeE6: 22_287_700, longitudeE6: 114_158_800 };
  const outlets = [outlet("far", "a", 22_327_700), outlet("none", "c"), outlet("near", "b", 22_290_900)];

  it("comes first, with its distance as the crow flies", () => {
    const found = nearestFirst(outlets, here);
    expect(found.map(({ outlet }) => outlet._id)).toEqual(["near", "far", "none"]);
    expect(found.map(({ metres }) => metres && distanceText(metres))).toEqual(["360 m", "4.4 km", undefined]);
    const partners = ["a", "b", "c"].map((id) => partner(id, "food"));
    expect(partnersNearby(partners, outlets, here).map(({ partner }) => partner._id)).toEqual([
      "b",
      "a",
      "c",
    ]);
    expect(inDistrict(partners, outlets, "southern").map(({ _id }) => _id)).toEqual(["a", "b"]);
  });

  it.each([
    [3, "10 m"],
    [994, "990 m"],
    [996, "1.0 km"],
    [120_400, "120 km"],
  ])("%d metres read as %s", (metres, text) => {
    expect(distanceText(metres)).toBe(text);
  });
});
