import { describe, expect, it } from "vitest";
import { membersOf } from "./about";

const ID = (end: number) => String(end).padStart(32, "0");
const LAU = { _id: ID(1), shortId: "AB12CD34", firstName: "Ka Yan", lastName: "Lau" };
const CHAN = { _id: ID(2), shortId: "EF56GH78", firstName: "大文", lastName: "陳" };

function of(action: string, target: string, before: unknown, after: unknown) {
  return membersOf({ action, target, before, after }).map(({ id, name }) => [id, name]);
}

describe("members that an entry of the audit log is about", () => {
  it("include the target member, by name if the entry has it", () => {
    expect(of("member.suspend", ID(1), LAU, { ...LAU, status: "suspended" })).toEqual([
      [ID(1), "Ka Yan Lau"],
    ]);
    expect(of("member.open", ID(1), null, null)).toEqual([[ID(1), undefined]]);
    expect(of("member.merge", ID(1), null, { into: ID(2) })).toEqual([
      [ID(1), undefined],
      [ID(2), undefined],
    ]);
  });

  it("include both sides of a transaction, and the buyer of a redemption", () => {
    const lines = (sign: number) => [
      { account: "member", member: LAU, points: 5 * sign },
      { account: "member", member: CHAN, points: -5 * sign },
      { account: "issuance", points: 0 },
    ];
    expect(of("transaction.reverse", ID(9), { postings: lines(1) }, { postings: lines(-1) })).toEqual([
      [ID(1), "Ka Yan Lau"],
      [ID(2), "陳大文"],
    ]);
    expect(of("redemption.reject", ID(9), { member: CHAN }, { member: CHAN })).toEqual([[ID(2), "陳大文"]]);
    expect(of("redemption.reopen", ID(9), null, { redemption: { member: LAU } })).toEqual([
      [ID(1), "Ka Yan Lau"],
    ]);
    expect(of("approval.ask", ID(9), null, { action: "member.adjust", target: ID(2) })).toEqual([
      [ID(2), undefined],
    ]);
  });

  it("have a masked name if the entry has only an id", () => {
    const members = [
      { _id: ID(1), name: "Ka Yan L." },
      { _id: ID(2), name: "陳大*" },
    ];
    const opened = membersOf({ action: "member.open", target: ID(1), members });
    expect(opened).toEqual([{ id: ID(1), name: "Ka Yan L." }]);
    const changed = membersOf({ action: "member.suspend", target: ID(1), before: LAU, after: LAU, members });
    expect(changed).toEqual([{ id: ID(1), name: "Ka Yan Lau" }]);
  });

  it("are empty for other targets, lists and invalid ids", () => {
    expect(of("item.update", ID(1), { name: "Bun" }, { name: "Bao" })).toEqual([]);
    expect(of("member.download", "list", null, { status: "active" })).toEqual([]);
    expect(of("redemption.confirm", ID(9), { member: null }, { member: { _id: "../staff" } })).toEqual([]);
    expect(of("transaction.reverse", ID(9), null, { postings: "none" })).toEqual([]);
  });
});
