import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

// The rules of the style guide that a linter does not know.
const root = join(process.cwd(), "src");
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
const code = files.filter(({ file }) => !/\.test\.tsx?$/.test(file));

const SHARED = new Set(["components", "api", "i18n", "device", "styles", "art"]);
const APPS = new Set(["member", "admin", "merchant"]);

/** Paths within src that a file imports, whatever their ending. */
function importsOf({ file, text }: { file: string; text: string }): string[] {
  return [...text.matchAll(/(?:from|import|import\()\s*"(\.[^"]+)"/g)].map((found) =>
    relative(root, join(root, dirname(file), found[1] ?? "")),
  );
}

function offenders(broken: (file: string, target: string) => boolean): string[] {
  return code.flatMap((entry) =>
    importsOf(entry)
      .filter((target) => broken(entry.file, target))
      .map((target) => `${entry.file} imports ${target}`),
  );
}

const part = (path: string, index: number) => path.split("/")[index] ?? "";

describe("the front end", () => {
  it("lets shared folders import only shared folders", () => {
    const broken = offenders((file, target) => SHARED.has(part(file, 0)) && !SHARED.has(part(target, 0)));
    expect(broken).toEqual([]);
  });

  it("keeps components away from the api and from knowing where they are", () => {
    expect(offenders((file, target) => part(file, 0) === "components" && part(target, 0) === "api")).toEqual(
      [],
    );
    const routing = code.filter(
      ({ file, text }) => file.startsWith("components/") && /useNavigate|useLocation|useParams/.test(text),
    );
    expect(routing.map(({ file }) => file)).toEqual([]);
  });

  it("keeps the apps apart", () => {
    // The console shows what members will see by the very parts that show it to them.
    const previews = (file: string, target: string) =>
      part(file, 0) === "admin" &&
      ["member/article", "member/explorer", "member/notifications"].includes(dirname(target));
    const broken = offenders(
      (file, target) =>
        APPS.has(part(file, 0)) &&
        APPS.has(part(target, 0)) &&
        part(file, 0) !== part(target, 0) &&
        !previews(file, target),
    );
    expect(broken).toEqual([]);
  });

  it("keeps screens apart", () => {
    const strangers = (file: string, target: string) =>
      part(file, 0) === part(target, 0) && part(file, 1) !== part(target, 1);
    // At the desks one record leads to another: screens share data and dialogs there, never a whole screen.
    const broken = offenders(
      (file, target) =>
        strangers(file, target) &&
        (part(file, 0) === "member" ||
          (part(file, 0) === "admin" && target.endsWith("Screen") && file.split("/").length > 2)),
    );
    expect(broken).toEqual([]);
  });

  it("asks for each thing in one place", () => {
    // Two that share a key and differ in the rest: which one counts would depend on the screen.
    const keys = code
      .filter(({ file }) => !file.startsWith("admin/"))
      .flatMap(({ text }) =>
        [...text.matchAll(/queryKey: (\[[^\]]*\]),\n\s*queryFn/g)].map(([, key]) => key),
      );
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it("imports routes from main alone", () => {
    expect(offenders((file, target) => target === "routes" && file !== "main.tsx")).toEqual([]);
  });

  it.each([
    ["inline styles, which the policy blocks", /\sstyle=\{/],
    ["raw HTML", /dangerouslySetInnerHTML|\.innerHTML\s*=[^=]/],
    ["casts", /[^*]\bas (?!const\b)[A-Z{(]\w*[^"]*;$/m],
  ])("has no %s", (_, pattern) => {
    expect(code.filter(({ text }) => pattern.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it("keeps its files short", () => {
    // Icons are data: one after another, with nothing to split by.
    const long = code.filter(({ file, text }) => !/icons-/.test(file) && text.split("\n").length > 250);
    expect(long.map(({ file }) => file)).toEqual([]);
  });

  it("has every text in the locale files", () => {
    const han = code.filter(
      ({ file, text }) =>
        !file.startsWith("i18n/") && /\p{Script=Han}/u.test(text.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, "")),
    );
    // The wordmark and the names of languages are the same in every language, and a poster speaks two at once.
    expect(han.map(({ file }) => file).sort()).toEqual([
      "admin/campaigns/Poster.tsx",
      "components/LanguageSwitch.tsx",
      "components/Wordmark.tsx",
    ]);
  });
});
