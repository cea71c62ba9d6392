import type { Locator } from "@playwright/test";
import readQr from "jsqr";
import { pixelsOf } from "./screen";

/** Reads a QR code from the screen's pixels, as a scanner would. */
export async function readFromScreen(code: Locator): Promise<string | undefined> {
  const { width, height, data } = await pixelsOf(code);
  return readQr(data, width, height)?.data;
}
