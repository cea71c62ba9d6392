import { describe, expect, it } from "vitest";
import { checkRule } from "./checkRule";
import { exampleOf } from "./example";
import { formOf } from "./form";
import { partsOfDay } from "./partsOfDay";
import { ruleOf } from "./ruleOf";

const NAME = { en: "double Tuesday", zh: "周二双倍", zhhk: "星期二雙倍" };

describe("the form of an earning rule", () => {
  it("keeps every part of a rule", () => {
    const rule = {
      name: NAME,
      bonus: { kind: "perAmount", points: 5, eachHkd: "10.00" },
      rounding: "nearest",
      from: "2026-02-17",
      until: "2026-04-30",
      weekdays: ["tuesday", "sunday"],
      hours: { from: "14:00", until: "24:00" },
      partners: ["p1", "p2"],
      partnerTypes: ["food"],
      outlets: ["o1"],
      minimumBillHkd: "60.00",
      level: 2,
      granted: true,
      enjoyCard: false,
      occasion: { kind: "nthPurchase", at: "programme", n: 10, repeats: true },
      caps: { perReceipt: 120, perMemberDay: 200 },
      budget: { unit: "hkd", amount: "2000.00" },
      priority: 3,
      stacking: "best",
    } as const;
    expect(ruleOf(formOf(structuredClone(rule) as never))).toEqual(rule);
  });

  it("keeps the factor whose units give points", () => {
    const bonus = { kind: "perUnit", points: 15, factorId: "f1" } as const;
    const form = formOf({ ...ruleOf(formOf(undefined)), bonus });
    expect(ruleOf(form).bonus).toEqual(bonus);
    expect(Object.keys(checkRule({ ...form, name: NAME, factorId: "" }))).toEqual(["bonus.factorId"]);
    expect(exampleOf(form, "80").added).toBe(15);
  });

  it("keeps the day until which points wait, and asks for it", () => {
    const pending = { until: "2026-12-26", of: "bonus" } as const;
    const form = formOf({ ...ruleOf(formOf(undefined)), pending });
    expect(ruleOf(form).pending).toEqual(pending);
    const empty = { ...form, name: NAME, pendingUntil: "" };
    expect(Object.keys(checkRule(empty))).toEqual(["pending.until"]);
    expect(checkRule({ ...empty, pendingBy: "days" })).toEqual({});
    expect(ruleOf({ ...empty, pendingBy: "days" }).pending).toEqual({ days: 14, of: "bonus" });
  });

  it("leaves what limits a bonus out of a rule without one, and keeps it in the form", () => {
    const limits = { perReceipt: "5", budget: "points", budgetAmount: "", stacking: "best" } as const;
    const form = {
      ...formOf(undefined),
      ...limits,
      name: NAME,
      bonus: "none" as const,
      rounding: "up" as const,
    };
    expect(checkRule(form)).toEqual({});
    expect(ruleOf(form)).toMatchObject({
      bonus: { kind: "none" },
      caps: {},
      rounding: "down",
      stacking: "adds",
      pending: { days: 14, of: "purchase" },
    });
    expect(ruleOf(form).budget).toBeUndefined();
    expect(ruleOf({ ...form, bonus: "multiplier", budgetAmount: "9" })).toMatchObject({
      caps: { perReceipt: 5 },
      budget: { unit: "points", amount: 9 },
      stacking: "best",
    });
    expect(exampleOf(form, "80")).toEqual({ base: 80, added: 0 });
  });

  it("names the fields that are empty as the server does", () => {
    expect(Object.keys(checkRule(formOf(undefined)))).toEqual(["name.en", "name.zh", "name.zhhk"]);
    const form = { ...formOf(undefined), name: NAME, hoursFrom: "09:00", budget: "points" as const };
    expect(Object.keys(checkRule({ ...form, bonus: "perAmount" }))).toEqual([
      "bonus.points",
      "bonus.eachHkd",
      "hours.until",
      "budget.amount",
    ]);
  });

  it("takes hours over midnight and tells both their parts", () => {
    const form = { ...formOf(undefined), name: NAME, hoursFrom: "22:00", hoursUntil: "02:00" };
    expect(checkRule(form)).toEqual({});
    expect(ruleOf(form).hours).toEqual({ from: "22:00", until: "02:00" });
    expect(partsOfDay({ from: "22:00", until: "02:00" })).toEqual([
      { from: "22:00", until: "24:00" },
      { from: "00:00", until: "02:00" },
    ]);
    expect(partsOfDay({ from: "22:00", until: "00:00" })).toEqual([{ from: "22:00", until: "24:00" }]);
    expect(partsOfDay({ from: "24:00", until: "02:00" })).toEqual([{ from: "00:00", until: "02:00" }]);
    expect(partsOfDay({ from: "14:00", until: "24:00" })).toEqual([{ from: "14:00", until: "24:00" }]);
  });

  it("computes an example as the server does", () => {
    const form = formOf(undefined);
    expect(exampleOf(form, "80.50")).toEqual({ base: 80, added: 80 });
    expect(exampleOf({ ...form, factor: "1.5" }, "81")).toEqual({ base: 81, added: 40 });
    expect(exampleOf({ ...form, factor: "1.5", rounding: "up" }, "81").added).toBe(41);
    expect(exampleOf({ ...form, perReceipt: "60" }, "80").added).toBe(60);
    expect(exampleOf({ ...form, bonus: "perAmount", points: "5", eachHkd: "25" }, "80").added).toBe(15);
    expect(exampleOf({ ...form, bonus: "perAmount", points: "5" }, "80").added).toBe(0);
  });
});
