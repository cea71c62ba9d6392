import { execFileSync } from "node:child_process";
import { findChromium } from "./chromium";

/** Prints the browser's version, because faults may depend on it. */
// biome-ignore lint/style/noDefaultExport: Playwright calls the default export before the first test.
export default function printBrowser() {
  const version = execFileSync(findChromium(), ["--version"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  process.stdout.write(`Browser: ${version.trim()}\n`);
}
