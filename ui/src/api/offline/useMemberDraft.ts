import { useEffect, useState } from "react";
import { inTab } from "../../device/storage";
import { requestToken } from "../session";
import { savedMemberDraft, saveMemberDraft } from "./memberDraft";

type Typed = Readonly<Record<string, string>>;

/** This member's draft under `name`, from before a reload or the end of the session. */
export function useSavedDraft<T extends Typed>(name: string): Partial<T> {
  return useState(() => savedMemberDraft<T>(name))[0];
}

/**
 * Keeps a draft over a reload and over a session that ends meanwhile; `undefined` means nothing to keep. A
 * member who leaves the screen gives up the draft. Never use it for a password or a code.
 */
export function useMemberDraft(name: string, typed: Typed | undefined) {
  const text = typed && JSON.stringify(typed);
  useEffect(() => {
    if (text === undefined) inTab.remove(name);
    else saveMemberDraft(name, JSON.parse(text));
  }, [name, text]);
  useEffect(() => {
    const signedIn = requestToken() !== null;
    return () => {
      const ended = signedIn && requestToken() === null;
      if (!ended) inTab.remove(name);
    };
  }, [name]);
}
