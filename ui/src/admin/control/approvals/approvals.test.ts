import { expect, it } from "vitest";
import type { Role } from "../../roles";
import { type Approval, hasSubject, mayDecide } from "./approvals";

const asked = (action: string) => ({ action, askedBy: { _id: "asker", name: "Ho" } }) as Approval;
const mayBe = (role: Role, action: string, id = "other") => mayDecide(asked(action), { _id: id, role });

// The same requests as on the server, where each kind of request says whether it moves points.
const OF_POINTS = [
  "member.adjust",
  "member.merge",
  "transaction.reverse",
  "credits.give",
  "credits.undo",
  "claim.approve",
  "campaign.create",
  "campaign.update",
  "campaign.make_codes",
  "campaign.take_back",
  "partner.create",
  "partner.update",
  "earning_rule.switch_on",
  "goal.switch_on",
  "expiry.switch_on",
  "tier.switch_on",
];
const OF_OWNERS = [
  "settings.update",
  "staff.invite",
  "api_key.create",
  "member.download",
  "campaign.download_codes",
];

it("lets operators and finance decide about points, and only owners about the rest", () => {
  for (const action of OF_POINTS)
    for (const role of ["owner", "operator", "finance"] as const)
      expect(mayBe(role, action), `${role}: ${action}`).toBe(true);
  for (const action of OF_OWNERS) {
    expect(mayBe("owner", action), action).toBe(true);
    for (const role of ["operator", "finance"] as const)
      expect(mayBe(role, action), `${role}: ${action}`).toBe(false);
  }
  for (const action of OF_POINTS) expect(mayBe("support", action), action).toBe(false);
});

it("lets nobody decide about their own request", () => {
  for (const action of [...OF_POINTS, ...OF_OWNERS]) expect(mayBe("owner", action, "asker")).toBe(false);
});

it("asks for the member of a claim or of a scan, and for nothing where the request says it all", () => {
  for (const action of ["claim.approve", "campaign.take_back", "member.export", "credits.give"])
    expect(hasSubject(asked(action)), action).toBe(true);
  for (const action of [
    "goal.switch_on",
    "expiry.switch_on",
    "tier.switch_on",
    "campaign.update",
    "settings.update",
  ])
    expect(hasSubject(asked(action)), action).toBe(false);
});
