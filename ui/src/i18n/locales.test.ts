import { describe, expect, it } from "vitest";

// The server's error catalogue has its own test on the server's side.
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

describe.each(names)("the words of %s", (name) => {
  const english = wordsOf("en", name);

  it.each(["zh", "zhhk"])("has the keys and placeholders of English in %s", (language) => {
    const other = wordsOf(language, name);
    // Han has one plural form, so the English pairs meet one key there.
    const stem = (key: string) => key.replace(/_(one|other)$/, "");
    expect([...new Set([...other.keys()].map(stem))].sort()).toEqual(
      [...new Set([...english.keys()].map(stem))].sort(),
    );
    for (const [key, text] of other) {
      expect(placeholders(text), key).toEqual(placeholders(english.get(key) ?? ""));
    }
  });

  it.each(["en", "zh", "zhhk"])("leaves nothing empty in %s", (language) => {
    for (const [key, text] of wordsOf(language, name)) expect(text.trim(), key).not.toBe("");
  });
});

describe("one name for one thing", () => {
  const members = names.filter((name) => !name.startsWith("desk"));
  const offending = (language: string, words: RegExp) =>
    members.flatMap((name) =>
      [...wordsOf(language, name)].flatMap(([key, text]) => (words.test(text) ? `${name}:${key}` : [])),
    );

  it("holds for what members read in the Chinese of Hong Kong", () => {
    // Sign up, try again, identity, capital letters, and a key that is no secret of cryptography.
    expect(offending("zhhk", /註冊|重試|身份|大寫|小寫|晚上好|Enjoy 卡|(?<!通行)密鑰/)).toEqual([]);
  });

  it("holds for what members read in simplified Chinese", () => {
    // Buying cheaper by adding money is another thing than redeeming.
    expect(offending("zh", /换购|电话|Enjoy 卡/)).toEqual([]);
  });

  it.each(["en", "zh", "zhhk"])("tells no way to earn in %s that there is not", (language) => {
    expect(wordsOf(language, "tutorial").get("earn.text")).not.toMatch(/tram|电车|電車/);
  });

  it.each(["en", "zh", "zhhk"])("leaves the programme's name to its owner in %s", (language) => {
    // Setting up comes before there is one.
    expect(offending(language, /Kapok/).filter((key) => !key.startsWith("setup:"))).toEqual([]);
  });

  it.each(["zh", "zhhk"])("says in %s what English says of a moment", (language) => {
    expect(wordsOf(language, "article").get("posted")).not.toBe("{{date}}");
    expect(wordsOf(language, "rewards").get("code.opened")).toMatch(/香港(时间|時間)/);
  });
});
