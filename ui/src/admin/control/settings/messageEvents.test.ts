import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import words from "../../../i18n/locales/en/adminSettings.json";
import { eventsOf, narrowed, placeOf } from "./messageEvents";
import type { MessageText } from "./programme";

const text = (key: string): MessageText => ({ key, builtIn: { en: key }, placeholders: [], longest: 2_000 });
const shape = (events: ReturnType<typeof eventsOf>) =>
  events.map(({ name, messages }) => [name, ...messages.map(({ texts }) => texts.map(({ key }) => key))]);

const EVENTS = eventsOf(
  [
    "inbox.scan_undone.body",
    "inbox.scan_undone.stamp",
    "inbox.scan_undone.title",
    "mail.code.subject",
    "mail.code.text",
    "mail.footer",
    "push.scan_undone.body",
    "push.scan_undone.title",
    "sms.code",
  ].map(text),
);

describe("the texts of messages by event", () => {
  it("join what one event sends, with the title first and inserted words last", () => {
    expect(shape(EVENTS)).toEqual([
      ["code", ["mail.code.subject", "mail.code.text"], ["sms.code"]],
      [
        "scan_undone",
        ["inbox.scan_undone.title", "inbox.scan_undone.body", "inbox.scan_undone.stamp"],
        ["push.scan_undone.title", "push.scan_undone.body"],
      ],
      ["everyMail", ["mail.footer"]],
    ]);
  });

  it("keep a message whole when one of its texts fits, and drop events without any", () => {
    const found = narrowed(EVENTS, undefined, (_, { texts }) =>
      texts.some(({ key }) => key.includes("code.text")),
    );
    expect(shape(found)).toEqual([["code", ["mail.code.subject", "mail.code.text"]]]);
    expect(shape(narrowed(EVENTS, "sms", () => true))).toEqual([["code", ["sms.code"]]]);
  });

  it("have a name for every event of the server", () => {
    const file = readFileSync(join(process.cwd(), "../src/base/texts/en.json"), "utf8");
    const keys = Object.keys(JSON.parse(file)).filter((key) => placeOf(key).channel);
    expect(keys.length).toBeGreaterThan(100);
    const named = new Set(Object.keys(words.texts.events));
    expect(keys.filter((key) => !named.has(placeOf(key).event))).toEqual([]);
  });
});
