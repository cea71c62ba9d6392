import type { ComponentType } from "react";
import type { IconProps } from "../../../kit/icons/Icon";

/** One result of the search: its title, a line of details, and the address that opens it. */
export interface Result {
  title: string;
  line: string;
  to: string;
  Icon: ComponentType<IconProps>;
}

export interface ResultGroup {
  key:
    | "recent"
    | "pages"
    | "settings"
    | "members"
    | "transactions"
    | "claims"
    | "bills"
    | "records"
    | "staff"
    | "lists";
  results: readonly Result[];
}

const MOST_RECENT = 6;

// Kept in memory only: names of members must not stay on the computer after the session.
let recent: readonly Result[] = [];

/** The results that were opened last in this tab, the newest first. */
export const recentResults = () => recent;

export function rememberResult(result: Result) {
  recent = [result, ...recent.filter(({ to }) => to !== result.to)].slice(0, MOST_RECENT);
}

export function forgetResults() {
  recent = [];
}

/** Returns whether every word of `q` occurs in one of the texts, in upper or lower case. */
export function matches(q: string, ...texts: readonly string[]): boolean {
  const all = texts.join("\n").toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** A text in parts, of which those that `q` contains as a word are marked. */
export function markedParts(text: string, q: string): { text: string; marked: boolean }[] {
  const words = q.split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return [{ text, marked: false }];
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return text
    .split(new RegExp(`(${escaped.join("|")})`, "i"))
    .map((part, at) => ({ text: part, marked: at % 2 === 1 }))
    .filter((part) => part.text !== "");
}
