import { existsSync } from "node:fs";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The system's browser, or the one in CHROMIUM; nothing is downloaded. */
export function findChromium(): string {
  const found = process.env.CHROMIUM || PLACES.find(existsSync);
  if (!found) throw new Error("No Chromium here: run tools/setup, or name one in CHROMIUM.");
  return found;
}

export const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
