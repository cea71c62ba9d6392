import { defineConfig } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "./support/chromium";
import type { Choices } from "./support/fixtures";

// biome-ignore lint/style/noDefaultExport: Playwright reads its configuration from the default export.
export default defineConfig<object, Choices>({
  testDir: ".",
  globalSetup: "./support/printBrowser.ts",
  outputDir: "../../target/e2e",
  fullyParallel: false,
  // More than there are processors: a test waits for half of its time.
  workers: 3,
  // A second try tells a busy machine from a broken screen; the report names what needed one.
  retries: 1,
  forbidOnly: true,
  reporter: "list",
  timeout: 60_000,
  // A debug build beside other work: slow is not wrong.
  expect: { timeout: 15_000 },
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    locale: "en-HK",
    // What moves cannot be judged for contrast, and makes nothing here more true.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: findChromium(),
      args: [...CHROMIUM_FLAGS, "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
    },
    screenshot: "only-on-failure",
  },
});
