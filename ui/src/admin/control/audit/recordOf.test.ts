import { describe, expect, it } from "vitest";
import { targetPath, transactionOf, transactionPath } from "./recordOf";

const ID = `${"0".repeat(31)}7`;
const OTHER = `${"0".repeat(31)}8`;

describe("the page of the target of an audit entry", () => {
  it.each([
    ["item.update", `/admin/items/${ID}`],
    ["earning_rule.switch_on", `/admin/rules/${ID}`],
    ["proposal.accept", `/admin/proposals/${ID}`],
    ["notification.send", `/admin/announcements/${ID}`],
    ["transaction.open", `/admin/transactions/${ID}`],
    ["award.take_back", `/admin/transactions/${ID}`],
  ])("of %s is its record", (action, path) => {
    expect(targetPath({ action, target: ID }, "owner")).toBe(path);
  });

  it("is missing for imports, lists, deleted records and what has no page", () => {
    expect(targetPath({ action: "item.load", target: ID }, "owner")).toBeUndefined();
    expect(targetPath({ action: "segment.delete", target: ID }, "owner")).toBeUndefined();
    expect(targetPath({ action: "claim.search", target: "list" }, "owner")).toBeUndefined();
    expect(targetPath({ action: "upload.create", target: ID }, "owner")).toBeUndefined();
  });

  it("is missing for roles that may not open it", () => {
    expect(targetPath({ action: "claim.approve", target: ID }, "auditor")).toBe(`/admin/claims/${ID}`);
    expect(targetPath({ action: "claim.approve", target: ID }, "editor")).toBeUndefined();
  });
});

describe("the transaction of an audit entry", () => {
  const of = (action: string, after: unknown) => transactionOf({ action, after });

  it("is the one that moved the points", () => {
    expect(of("member.adjust", { _id: OTHER, transaction: ID })).toBe(ID);
    expect(of("claim.approve", { transaction: ID })).toBe(ID);
    expect(of("transaction.reverse", { _id: OTHER })).toBe(OTHER);
    expect(of("redemption.confirm", { _id: OTHER, transaction: ID })).toBe(ID);
    expect(of("redemption.extend", { redemption: { _id: OTHER }, transaction: ID })).toBe(ID);
    expect(of("coupon.hand_over", { transaction: ID })).toBe(ID);
  });

  it("is missing where the entry names none", () => {
    expect(of("member.adjust", { _id: OTHER })).toBeUndefined();
    expect(of("member.merge", { transaction: null })).toBeUndefined();
    expect(of("member.open", undefined)).toBeUndefined();
  });

  it("leads to its page, for roles that read transactions", () => {
    expect(transactionPath(ID, "finance")).toBe(`/admin/transactions/${ID}`);
    expect(transactionPath(ID, "editor")).toBeUndefined();
  });
});
