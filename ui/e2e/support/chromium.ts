import { existsSync, statfsSync } from "node:fs";

// The shell is the same engine without the windows around a page; a test takes a third less of the processor in it.
const SHELL = "/usr/bin/chromium-headless-shell";
const WHOLE = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The system's browser, or the one in CHROMIUM; nothing is downloaded. */
export function findChromium(): string {
  return known([SHELL, ...WHOLE]);
}

/** The whole browser, for what the shell lacks: notifications. */
export function findWholeChromium(): string {
  return known(WHOLE);
}

function known(places: readonly string[]): string {
  const found = process.env.CHROMIUM || places.find(existsSync);
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

const SHARED_MEMORY = "/dev/shm";
const ENOUGH_BYTES = 2 ** 30;

/**
 * Flags of Playwright's that the browser starts without. With this one, its processes share memory by files in the
 * temporary folder, and the loads of pages make hundreds of them on the disk. A container with too little shared
 * memory keeps the flag.
 */
export const UNUSED_FLAGS = hasSharedMemory() ? ["--disable-dev-shm-usage"] : [];

function hasSharedMemory(): boolean {
  if (!existsSync(SHARED_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return bavail * bsize >= ENOUGH_BYTES;
}
