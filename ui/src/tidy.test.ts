import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";

// The rules of the style guide that a linter does not know.
const root = join(process.cwd(), "src");
const files = readdirSync(root, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith(".d.ts"))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
const code = files.filter(({ file }) => !/\.(test|fixture)\.tsx?$/.test(file));

/**
 * The folders of the front end in the order of imports: a file imports from its own folder and from lower rows. Folders
 * of one row never import each other, so that each app and the worker can change without the others.
 */
const LAYERS: readonly (readonly string[])[] = [
  ["device"],
  ["i18n"],
  ["kit"],
  // A refused call may show the kit's dialog for a captcha; the kit never makes a call by itself.
  ["api"],
  ["shared"],
  ["member", "admin", "merchant", "worker"],
  ["app"],
];

interface Source {
  file: string;
  text: string;
}

const part = (path: string, index: number) => path.split("/")[index] ?? "";

/** Paths within src that a file imports, whatever their ending. */
function importsOf({ file, text }: Source, pattern = /(?:from|import|import\()\s*"(\.[^"]+)"/g): string[] {
  return [...text.matchAll(pattern)].map((found) =>
    relative(root, join(root, dirname(file), found[1] ?? "")),
  );
}

/** The imports of `sources` that point to a higher row of the table, to a neighbour, or to a folder that it lacks. */
function upwardImports(sources: readonly Source[]): string[] {
  const rowOf = (path: string) => LAYERS.findIndex((row) => row.includes(part(path, 0)));
  return sources
    .filter(({ file }) => file.includes("/"))
    .flatMap((source) =>
      importsOf(source)
        .filter((target) => part(target, 0) !== part(source.file, 0))
        .filter((target) => rowOf(target) < 0 || rowOf(target) >= rowOf(source.file))
        .map((target) => `${source.file} imports ${target}`),
    );
}

/** Each circle of files that import each other, types included; what is fetched later does not count. */
function importCircles(sources: readonly Source[]): string[] {
  const files = new Map(sources.map(({ file }) => [file.replace(/\.tsx?$/, ""), file]));
  const targets = new Map(
    sources.map((source) => [
      source.file,
      importsOf(source, /(?:\bfrom|^import)\s*"(\.[^"]+)"/gm).flatMap((path) => files.get(path) ?? []),
    ]),
  );
  const finished = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    const begin = path.indexOf(file);
    if (begin >= 0) circles.push([...path.slice(begin), file].join(" > "));
    if (begin >= 0 || finished.has(file)) return;
    for (const target of targets.get(file) ?? []) visit(target, [...path, file]);
    finished.add(file);
  };
  for (const { file } of sources) visit(file, []);
  return circles;
}

function offenders(broken: (file: string, target: string) => boolean): string[] {
  return code.flatMap((entry) =>
    importsOf(entry)
      .filter((target) => broken(entry.file, target))
      .map((target) => `${entry.file} imports ${target}`),
  );
}

describe("the rules of imports", () => {
  it("report an upward import, a neighbour and an unknown folder", () => {
    const planted = [
      { file: "kit/Button.tsx", text: 'import { call } from "../api/call";' },
      { file: "shared/Row.tsx", text: 'const Screen = () => import("../member/home/HomeScreen");' },
      { file: "member/home/HomeScreen.tsx", text: 'import css from "../../looks/home.module.css";' },
      { file: "admin/AdminApp.tsx", text: 'import { Button } from "../kit/Button";' },
    ];
    expect(upwardImports(planted)).toEqual([
      "kit/Button.tsx imports api/call",
      "shared/Row.tsx imports member/home/HomeScreen",
      "member/home/HomeScreen.tsx imports looks/home.module.css",
    ]);
  });

  it("report a circle of three files and none that a later fetch closes", () => {
    const planted = [
      { file: "kit/a.ts", text: 'import {\n  b,\n} from "./b";' },
      { file: "kit/b.ts", text: 'import type { C } from "../device/c";' },
      { file: "device/c.ts", text: 'export { a } from "../kit/a";' },
      { file: "kit/d.ts", text: 'import { e } from "./e";' },
      { file: "kit/e.ts", text: 'const d = () => import("./d");' },
    ];
    expect(importCircles(planted)).toEqual(["kit/a.ts > kit/b.ts > device/c.ts > kit/a.ts"]);
  });
});

describe("the front end", () => {
  it("imports from lower layers only", () => {
    expect(upwardImports(code)).toEqual([]);
  });

  it("has no circle of imports", () => {
    expect(importCircles(code)).toEqual([]);
  });

  it("keeps the kit from knowing which screen is open", () => {
    const routing = code.filter(
      ({ file, text }) => file.startsWith("kit/") && /useNavigate|useLocation|useParams/.test(text),
    );
    expect(routing.map(({ file }) => file)).toEqual([]);
  });

  it("has no screen that imports another screen", () => {
    const strangers = (file: string, target: string) =>
      part(file, 0) === part(target, 0) && dirname(file) !== dirname(target);
    // In the admin app one record leads to another: screens share data and dialogs there, never a whole screen.
    const broken = offenders(
      (file, target) =>
        strangers(file, target) &&
        (part(file, 0) === "member" ||
          (part(file, 0) === "admin" && target.endsWith("Screen") && file.split("/").length > 2)),
    );
    expect(broken).toEqual([]);
  });

  it("defines each query key in one place", () => {
    // Two that share a key and differ in the rest: which one counts would depend on the screen.
    const keys = code
      .filter(({ file }) => !file.startsWith("admin/"))
      .flatMap(({ text }) =>
        [...text.matchAll(/queryKey: (\[[^\]]*\]),\n\s*queryFn/g)].map(([, key]) => key),
      );
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it("imports routes from main alone", () => {
    expect(offenders((file, target) => target === "app/routes" && file !== "app/main.tsx")).toEqual([]);
  });

  it.each([
    ["inline styles, which the policy blocks", /\sstyle=\{/],
    ["raw HTML", /dangerouslySetInnerHTML|\.innerHTML\s*=[^=]/],
    ["casts", /[^*]\bas (?!const\b)[A-Z{(]\w*[^"]*;$/m],
  ])("has no %s", (_, pattern) => {
    expect(code.filter(({ text }) => pattern.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it("keeps its files short", () => {
    const long = code.filter(({ text }) => text.split("\n").length > 250);
    expect(long.map(({ file }) => file)).toEqual([]);
  });

  it("has every text in the locale files", () => {
    const han = code.filter(
      ({ file, text }) =>
        !file.startsWith("i18n/") && /\p{Script=Han}/u.test(text.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, "")),
    );
    // The wordmark and the names of languages are the same in every language, and a poster speaks two at once.
    expect(han.map(({ file }) => file).sort()).toEqual([
      "admin/catalogue/campaigns/Poster.tsx",
      "kit/form/LanguageSwitch.tsx",
      "kit/screen/Wordmark.tsx",
    ]);
  });
});
