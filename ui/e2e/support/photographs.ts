import { mkdir, readdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";

interface Size {
  name: string;
  width: number;
  height: number;
}

const LOOKS = ["light", "dark"] as const;

/** Waits for the visible pictures; those below the fold load later. */
async function settled(page: Page) {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === "lazy"),
  );
}

/** Pictures of states in several sizes, light and dark, in a folder of `ui/gallery` with an index page. */
export class Photographs {
  private readonly folder: string;
  private readonly taken = new Map<string, Set<string>>();

  constructor(
    name: string,
    private readonly sizes: readonly Size[],
    /** The window size between two pictures. */
    private readonly usual: Size,
  ) {
    this.folder = fileURLToPath(new URL(`../../gallery/${name}`, import.meta.url));
  }

  /** The number of states taken, over all languages. */
  get count(): number {
    return this.taken.size;
  }

  async take(page: Page, state: string, language: string) {
    await mkdir(this.folder, { recursive: true });
    await settled(page);
    for (const { name, width, height } of this.sizes) {
      await page.setViewportSize({ width, height });
      for (const colorScheme of LOOKS) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        const path = `${this.folder}/${state}.${language}.${colorScheme}.${name}.png`;
        // Ends the transition between light and dark.
        await page.screenshot({ path, animations: "disabled" });
      }
    }
    this.taken.set(state, (this.taken.get(state) ?? new Set()).add(language));
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.setViewportSize(this.usual);
  }

  /** Lists all pictures of the folder, some of which may be from an earlier run. */
  async writeIndex() {
    if (this.taken.size === 0) return;
    const files = (await readdir(this.folder)).filter((file) => file.endsWith(".png")).sort();
    const states = new Set(files.map((file) => file.slice(0, file.indexOf("."))));
    const rows = [...states].map((state) => {
      const shots = files
        .filter((file) => file.startsWith(`${state}.`))
        .map((file) => `<a href="${file}"><img src="${file}" alt="${file}" height="300" loading="lazy"></a>`);
      return `<h2>${state}</h2><p>${shots.join("")}</p>`;
    });
    const head = '<!doctype html><meta charset="utf-8"><title>Kapok, screen by screen</title>';
    await writeFile(`${this.folder}/index.html`, `${head}${rows.join("\n")}`);
  }
}
