import { inTab } from "../device/storage";
import { cachedUser } from "./member";

/** Keeps something over a reload, for this member and until the tab is closed. */
export function keepOwn(name: string, value: object) {
  inTab.set(name, JSON.stringify({ value, member: cachedUser()?._id }));
}

/** What this member kept; another's on a shared device is nobody's business. */
export function ownKept<T extends object>(name: string): Partial<T> {
  try {
    const kept: Partial<{ value: Partial<T>; member: string }> = JSON.parse(inTab.get(name) ?? "{}");
    return (kept.member === cachedUser()?._id && kept.value) || {};
  } catch {
    return {};
  }
}
