import { matchPath } from "react-router";
import { addressIn } from "../../device/address";
import type { BoughtCoupon, MessageState } from "../../shared/paths";
import { paths } from "../../shared/paths";

const LONGEST_TEXT = 500;
const LONGEST_LABEL = 40;

/** The content of the result page. A text from the address has no tone: anyone can write such a link. */
export interface Shown {
  tone?: MessageState["tone"];
  title?: string;
  message: string;
  buttonText?: string;
  buttonLink: string;
  earned?: MessageState["earned"];
  bought?: MessageState["bought"];
}

type Earned = NonNullable<MessageState["earned"]>;

/** Cuts by code points, so that no emoji is split. */
function cut(text: string, longest: number): string {
  const signs = [...text.trim()];
  return signs.length > longest ? `${signs.slice(0, longest - 1).join("")}…` : signs.join("");
}

/** The address of one of our screens, or else Home: a link must not lead a member out of the app. */
export function knownLink(link: unknown, origin: string): string {
  if (typeof link !== "string") return paths.home;
  const url = addressIn(link, origin);
  if (!url || url.origin !== origin || !/^https?:$/.test(url.protocol)) return paths.home;
  const known = Object.values(paths).some((path) => matchPath(path, url.pathname));
  return known ? url.pathname + url.search + url.hash : paths.home;
}

function field(from: object, name: string): string | undefined {
  const value: unknown = Reflect.get(from, name);
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** The object of that name in the navigation state, if these of its fields are numbers. */
function figures<T extends object>(from: object, name: string, numbers: readonly (keyof T & string)[]) {
  const value: unknown = Reflect.get(from, name);
  const isWhole = (value: object): value is T =>
    numbers.every((number) => typeof Reflect.get(value, number) === "number");
  return typeof value === "object" && value !== null && isWhole(value) ? value : undefined;
}

/** The message from the navigation state, or else from the query. */
export function shownMessage(state: unknown, query: URLSearchParams, origin: string): Shown | undefined {
  const fromState =
    typeof state === "object" && state !== null && field(state, "message") ? state : undefined;
  const from = fromState ?? Object.fromEntries(query);
  const message = field(from, "message");
  if (message === undefined) return undefined;
  const title = fromState && field(fromState, "title");
  const tone = fromState && field(fromState, "tone");
  const label = field(from, "buttonText");
  const earned = fromState && figures<Earned>(fromState, "earned", ["points", "balance"]);
  const bought = fromState && figures<BoughtCoupon>(fromState, "bought", ["points", "balance"]);
  return {
    ...(tone === "success" || tone === "error" ? { tone } : {}),
    ...(title ? { title: cut(title, LONGEST_LABEL * 2) } : {}),
    message: cut(message.replace(/\r\n?/g, "\n"), LONGEST_TEXT),
    ...(label ? { buttonText: cut(label, LONGEST_LABEL) } : {}),
    buttonLink: knownLink(field(from, "buttonLink"), origin),
    ...(earned ? { earned } : {}),
    ...(bought ? { bought } : {}),
  };
}
