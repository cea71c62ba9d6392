import { defineConfig } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium, UNUSED_FLAGS } from "./support/chromium";
import type { Choices } from "./support/fixtures";

// biome-ignore lint/style/noDefaultExport: Playwright reads its configuration from the default export.
export default defineConfig<object, Choices>({
  testDir: ".",
  globalSetup: "./support/printBrowser.ts",
  outputDir: "../../target/e2e",
  fullyParallel: false,
  // More than there are processors, because a test spends half of its time waiting.
  workers: 4,
  // A retry distinguishes a busy machine from a broken screen; the report lists retried tests.
  retries: 1,
  forbidOnly: true,
  reporter: "list",
  timeout: 60_000,
  // Debug builds and other work make a machine slow.
  expect: { timeout: 15_000 },
  use: {
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
    viewport: { width: 375, height: 812 },
    hasTouch: true,
    locale: "en-HK",
    // Animated elements cannot be checked for contrast.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: findChromium(),
      ignoreDefaultArgs: UNUSED_FLAGS,
      args: [...CHROMIUM_FLAGS, "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
    },
    screenshot: "only-on-failure",
  },
});
