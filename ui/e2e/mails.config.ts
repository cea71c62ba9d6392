import { defineConfig } from "@playwright/test";
import config from "./playwright.config";

// biome-ignore lint/style/noDefaultExport: Playwright reads its configuration from the default export.
export default defineConfig(config, { testMatch: "mails.ts", workers: 1, timeout: 300_000, retries: 0 });
