import { useEffect, useState } from "react";
import { inTab } from "../../device/storage";
import { requestToken } from "../session";
import { savedMemberDraft, saveMemberDraft } from "./memberDraft";

type Typed = Readonly<Record<string, string>>;

/** What this member had typed under `name` when the page was loaded again, or the session ended. */
export function useSavedDraft<T extends Typed>(name: string): Partial<T> {
  return useState(() => savedMemberDraft<T>(name))[0];
}

/**
 * Keeps what is being typed over a reload, and over a session that ends meanwhile; undefined where there is nothing
 * to keep. Whoever leaves the screen by themselves has given it up. Never for a password or a code.
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
