import { fullName } from "../../members/names";
import type { Entry } from "./audit";

/** The parts of an entry that identify its members. */
interface AuditedAction extends Pick<Entry, "action" | "target" | "members"> {
  before?: unknown;
  after?: unknown;
}

/** A member that an entry is about. */
export interface About {
  id: string;
  /** The name from the entry; else the current name, masked. */
  name: string | undefined;
}

const ID = /^[0-9a-f]{32}$/;

const text = (value: unknown) => (typeof value === "string" ? value : "");

/** The fields of a value, empty if it is not an object. */
const parts = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === "object" ? { ...value } : {};

function named(id: unknown, who: unknown): About[] {
  if (typeof id !== "string" || !ID.test(id)) return [];
  const { firstName, lastName } = parts(who);
  const name = [firstName, lastName].some((word) => typeof word === "string" && word !== "");
  return [
    { id, name: name ? fullName({ firstName: text(firstName), lastName: text(lastName) }) : undefined },
  ];
}

/** The members named in it: itself, a buyer, either side of a transaction, or the subject of a request. */
function within(side: unknown): About[] {
  const { member, redemption, postings, action, target } = parts(side);
  const lines = Array.isArray(postings) ? postings.map((line) => parts(line).member) : [];
  const owners = [member, parts(redemption).member, ...lines];
  return [
    ...owners.flatMap((owner) => named(parts(owner)._id, owner)),
    ...(text(action).startsWith("member.") ? named(target, undefined) : []),
  ];
}

/** Every member that an entry is about, its target first. */
export function membersOf({ action, target, before, after, members = [] }: AuditedAction): About[] {
  const kept = after ?? before;
  const found = [
    ...(action.startsWith("member.") ? named(target, kept) : []),
    ...(action === "member.merge" ? named(parts(after).into, undefined) : []),
    ...within(after),
    ...within(before),
  ];
  const masked = (id: string) => members.find(({ _id }) => _id === id)?.name;
  return found
    .filter(({ id }, place) => found.findIndex((other) => other.id === id) === place)
    .map(({ id, name }) => ({ id, name: name ?? masked(id) }));
}
