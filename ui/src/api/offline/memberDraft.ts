import { inTab } from "../../device/storage";
import { cachedUser } from "../member";

/** Keeps a draft over a reload, for this member and until the tab is closed. */
export function saveMemberDraft(name: string, value: object) {
  inTab.set(name, JSON.stringify({ value, member: cachedUser()?._id }));
}

/** This member's draft. Another member's draft on a shared device is never returned. */
export function savedMemberDraft<T extends object>(name: string): Partial<T> {
  try {
    const kept: Partial<{ value: Partial<T>; member: string }> = JSON.parse(inTab.get(name) ?? "{}");
    return (kept.member === cachedUser()?._id && kept.value) || {};
  } catch {
    return {};
  }
}

/** Deletes drafts in this tab of other members and of visitors who were not logged in. */
export function forgetOtherMembersDrafts() {
  const me = cachedUser()?._id;
  if (me === undefined) return;
  for (const name of namesInTab()) {
    const kept = parsed(inTab.get(name));
    if (typeof kept !== "object" || kept === null || !("member" in kept || "value" in kept)) continue;
    if (!("member" in kept) || kept.member !== me) inTab.remove(name);
  }
}

function namesInTab(): string[] {
  try {
    return Object.keys(sessionStorage);
  } catch {
    // The browser refuses access to storage, so there are no drafts.
    return [];
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
