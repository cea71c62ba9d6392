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
