import {
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  test as plain,
} from "@playwright/test";
import type { Language } from "../../src/i18n/language";
import { ALICE, BOB, settleIn } from "./people";
import { type Captcha, type Programme, Server } from "./server";
import { Watch } from "./watch";
import { LANGUAGES, type Say, wordsOf } from "./words";

export interface Choices {
  /** The captcha of the server. */
  captcha: Captcha;
  /** The programme with which the server starts. */
  programme: Programme;
  /** Factor for the limits per address, because all tests share one address. */
  sourceScale: number;
  /** Further settings of the server, as environment variables. */
  settings: Record<string, string>;
}

interface OfWorker extends Choices {
  server: Server;
}

interface OfTest {
  language: Language;
  /** The texts of that language. */
  say: Say;
  /** Fails the test for console errors, violations of the page's policy and requests to other hosts. */
  watch: Watch;
  /** Another phone in the same language, with the same checks. */
  anotherPhone: (options?: BrowserContextOptions) => Promise<Page>;
}

async function prepare(context: BrowserContext, watch: Watch, origin: string, language: Language) {
  await watch.listen(context, origin);
  await context.addInitScript((chosen) => {
    // This runs in blank pages too, which have no storage.
    if (window.origin !== "null" && !localStorage.getItem("Language"))
      localStorage.setItem("Language", chosen);
  }, language);
}

export const test = plain.extend<OfTest, OfWorker>({
  captcha: ["none", { option: true, scope: "worker" }],
  programme: ["demo", { option: true, scope: "worker" }],
  sourceScale: [100, { option: true, scope: "worker" }],
  settings: [{}, { option: true, scope: "worker" }],
  server: [
    async ({ captcha, programme, sourceScale, settings }, use) => {
      const server = await Server.start(captcha, programme, sourceScale, settings);
      try {
        if (programme !== "fresh")
          await Promise.all([ALICE, BOB].map(({ email }) => settleIn(server, email)));
        await use(server);
      } finally {
        await server.stop();
      }
    },
    { scope: "worker" },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  language: ["en", { option: true }],
  say: async ({ language }, use) => use(wordsOf(language)),
  watch: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright needs the pattern even if no fixture is used.
    async ({}, use) => {
      const watch = new Watch();
      await use(watch);
      expect(watch.found(), "errors in the browser").toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, watch, server, language }, use) => {
    await prepare(context, watch, server.url, language);
    await use(context);
  },
  anotherPhone: async (
    { browser, contextOptions, viewport, hasTouch, baseURL, watch, server, language },
    use,
  ) => {
    const opened: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext({
        ...contextOptions,
        viewport,
        hasTouch,
        baseURL,
        ...options,
      });
      opened.push(context);
      await prepare(context, watch, options?.baseURL ?? server.url, language);
      return context.newPage();
    });
    await Promise.all(opened.map((context) => context.close()));
  },
});

/** Runs the same tests in each language: for the journeys of a member and of a till, and for walks over all screens. */
export function inEachLanguage(tests: (language: Language) => void) {
  for (const language of LANGUAGES) {
    test.describe(language, () => {
      test.use({ language });
      tests(language);
    });
  }
}

/**
 * Runs tests of a behaviour that is the same in each language. One language is enough, because the texts of all states
 * are checked by every-state.spec.ts and admin.spec.ts, and the catalogues' completeness by unit tests. The files take
 * different languages, so that each language sees each part of the app.
 */
export function inOneLanguage(language: Language, tests: (language: Language) => void) {
  test.describe(language, () => {
    test.use({ language });
    tests(language);
  });
}

export { expect };
