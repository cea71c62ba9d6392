import { describe, expect, it } from "vitest";

// The test of the server's error catalogue is on the server's side.
const files = import.meta.glob<Record<string, unknown>>(["./locales/*/*.json", "!./locales/*/errors.json"], {
  import: "default",
  eager: true,
});

function flatten(words: object, prefix = ""): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(words)) {
    if (value && typeof value === "object")
      for (const [k, v] of flatten(value, `${prefix}${key}.`)) flat.set(k, v);
    else flat.set(prefix + key, String(value));
  }
  return flat;
}

const wordsOf = (language: string, name: string) =>
  flatten(files[`./locales/${language}/${name}.json`] ?? {});
const placeholders = (text: string) => (text.match(/\{\{[^}]+\}\}/g) ?? []).sort();
const names = [...new Set(Object.keys(files).map((file) => file.replace(/.*\/(.*)\.json/, "$1")))];

describe.each(names)("the texts of %s", (name) => {
  const english = wordsOf("en", name);

  it.each(["zh", "zhhk"])("has the keys and placeholders of English in %s", (language) => {
    const other = wordsOf(language, name);
    // Chinese has one plural form, so the two English forms map to one key.
    const stem = (key: string) => key.replace(/_(one|other)$/, "");
    expect([...new Set([...other.keys()].map(stem))].sort()).toEqual(
      [...new Set([...english.keys()].map(stem))].sort(),
    );
    for (const [key, text] of other) {
      expect(placeholders(text), key).toEqual(placeholders(english.get(key) ?? ""));
    }
  });

  it.each(["en", "zh", "zhhk"])("has no empty text in %s", (language) => {
    for (const [key, text] of wordsOf(language, name)) expect(text.trim(), key).not.toBe("");
  });
});

describe("one term per concept", () => {
  const members = names.filter((name) => !name.startsWith("admin"));
  const offending = (language: string, words: RegExp) =>
    members.flatMap((name) =>
      [...wordsOf(language, name)].flatMap(([key, text]) => (words.test(text) ? `${name}:${key}` : [])),
    );

  it("holds for members' texts in Traditional Chinese (Hong Kong)", () => {
    // Words for sign up, try again, identity, capital letters, and "key" where it is not a cryptographic key.
    expect(offending("zhhk", /註冊|重試|身份|大寫|小寫|晚上好|Enjoy 卡|(?<!通行)密鑰/)).toEqual([]);
  });

  it("holds for members' texts in Simplified Chinese", () => {
    // This word means buying cheaper by adding money, not redeeming.
    expect(offending("zh", /换购|电话|Enjoy 卡/)).toEqual([]);
  });

  it.each(["en", "zh", "zhhk"])("mentions no way to earn points in %s that does not exist", (language) => {
    expect(wordsOf(language, "tutorial").get("earn.text")).not.toMatch(/tram|电车|電車/);
  });

  it.each(["en", "zh", "zhhk"])("does not contain the default programme name in %s", (language) => {
    // During setup the programme has no name yet.
    expect(offending(language, /Kapok/).filter((key) => !key.startsWith("setup:"))).toEqual([]);
  });

  it.each(["zh", "zhhk"])("has the same details of dates and times as English in %s", (language) => {
    expect(wordsOf(language, "article").get("posted")).not.toBe("{{date}}");
    expect(wordsOf(language, "rewards").get("code.opened")).toMatch(/香港(时间|時間)/);
  });
});
