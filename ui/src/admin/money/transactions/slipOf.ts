import { call } from "../../../api/call";
import { intent } from "../../../api/offline/intent";
import { once } from "../../../api/offline/once";
import type { SlipOf } from "../../../shared/slip/slip";
import { membersOf, type Transaction } from "./transactions";

/** The slip of an award as its till gives it, and undefined for other transactions and for a reversed award. */
export function slipOf(of: Transaction): SlipOf | undefined {
  const { award, number, lines = [], carbon = [], reversed, created, postings } = of;
  const member = membersOf(of)[0];
  if (!award || !member || reversed) return undefined;
  const points = postings.reduce((sum, line) => sum + (line.member ? line.points : 0), 0);
  // Points that wait are on an account without a balance.
  const own = postings.find((line) => line.balanceAfter !== undefined);
  const part = (kind: string) =>
    lines.filter((line) => line.kind === kind).reduce((sum, { points }) => sum + points, 0);
  const grams = carbon.reduce((sum, saved) => sum + Number(saved.grams), 0);
  return {
    copyBy: award.by,
    order: {
      amountHkd: award.amountHkd,
      enjoyCard: award.enjoyCard,
      receipt: award.receipt ?? "",
      begun: Date.parse(created),
      member: { shortId: member.shortId, name: `${member.firstName} ${member.lastName}`.trim() },
    },
    awarded: {
      number,
      points,
      lines,
      // Points by the base rate alone have no parts.
      basePoints: lines.length > 0 ? part("base") : points,
      extraPoints: part("card"),
      ...(own?.balanceAfter === undefined
        ? {}
        : { balance: { before: own.balanceAfter - own.points, after: own.balanceAfter } }),
      ...(grams > 0 ? { carbonGrams: String(grams) } : {}),
    },
  };
}

/** Sends the slip of an award to its member by e-mail. */
export const sendSlip = (id: string) =>
  once(intent("slip", id), (key) =>
    call("post", "/api/admin/transactions/{id}/slip", { path: { id }, headers: { "Idempotency-Key": key } }),
  );
