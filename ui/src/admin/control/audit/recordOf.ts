import { adminPaths, recordPath } from "../../paths";
import { may, type Permission, type Role } from "../../roles";
import type { Entry } from "./audit";

interface Place {
  list: string;
  /** The permission that the page needs. */
  needs: Permission;
}

const TRANSACTION: Place = { list: adminPaths.transactions, needs: "readBooks" };

/** The pages of records, by the first word of an action. Members have links of their own. */
const PLACES: Partial<Record<string, Place>> = {
  article: { list: adminPaths.articles, needs: "readContent" },
  award: TRANSACTION,
  campaign: { list: adminPaths.campaigns, needs: "readContent" },
  claim: { list: adminPaths.claims, needs: "readMembers" },
  earning_rule: { list: adminPaths.rules, needs: "readContent" },
  goal: { list: adminPaths.goals, needs: "readContent" },
  item: { list: adminPaths.items, needs: "readContent" },
  notification: { list: adminPaths.announcements, needs: "readContent" },
  partner: { list: adminPaths.partners, needs: "readContent" },
  proposal: { list: adminPaths.proposals, needs: "readContent" },
  segment: { list: adminPaths.segments, needs: "readContent" },
  transaction: TRANSACTION,
};

/** Actions whose target is an import, a list or a record that is gone. */
const WITHOUT_RECORD = /\.(delete|load|load_undo)$/;
const ID = /^[0-9a-f]{32}$/;

const pathIn = (place: Place | undefined, id: unknown, role: Role) =>
  place && typeof id === "string" && ID.test(id) && may(role, place.needs)
    ? recordPath(place.list, id)
    : undefined;

/** The page of the target of an entry; undefined if it has none that the role may open. */
export function targetPath({ action, target }: Pick<Entry, "action" | "target">, role: Role) {
  if (WITHOUT_RECORD.test(action)) return undefined;
  return pathIn(PLACES[action.split(".")[0] ?? ""], target, role);
}

interface Noted {
  action: string;
  before?: unknown;
  after?: unknown;
}

/** The transaction by which the action moved points, if it is not the target. */
export function transactionOf({ action, before, after }: Noted) {
  const kept = after ?? before;
  const { transaction, _id }: { transaction?: unknown; _id?: unknown } =
    kept !== null && typeof kept === "object" ? { ...kept } : {};
  // A reversal leads to the transaction that it reverses; its own is what the entry keeps.
  const id = action === "transaction.reverse" ? _id : transaction;
  return typeof id === "string" && ID.test(id) ? id : undefined;
}

/** The page of that transaction. */
export const transactionPath = (id: string | undefined, role: Role) => pathIn(TRANSACTION, id, role);
