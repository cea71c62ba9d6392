import { defineConfig } from "@playwright/test";
import config from "./playwright.config";
import type { Choices } from "./support/fixtures";

// biome-ignore lint/style/noDefaultExport: Playwright reads its configuration from the default export.
export default defineConfig<object, Choices>(config, {
  testMatch: "readme.ts",
  workers: 1,
  timeout: 120_000,
  retries: 0,
});
