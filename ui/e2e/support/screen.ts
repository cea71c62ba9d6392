import type { Locator } from "@playwright/test";

/** Pixels of an element on the screen: four bytes each, row by row. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** The pixels of an element, at the screen's resolution. */
export async function pixelsOf(shown: Locator): Promise<Pixels> {
  const picture = (await shown.screenshot({ scale: "device" })).toString("base64");
  // A separate page, because the app's policy blocks such a picture.
  const page = await shown.page().context().newPage();
  const { width, height, data } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const drawing = canvas.getContext("2d");
    drawing?.drawImage(bitmap, 0, 0);
    const pixels = drawing?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
    // As text: a million numbers would take seconds on their way.
    const text = Array.from(pixels, (value) => String.fromCharCode(value)).join("");
    return { width: bitmap.width, height: bitmap.height, data: btoa(text) };
  }, picture);
  await page.close();
  return { width, height, data: new Uint8ClampedArray(Buffer.from(data, "base64")) };
}

/** The lengths of dark and light runs on one line, beginning with the light run before the first bar. */
export function stretches({ width, height, data }: Pixels, way: "across" | "down"): number[] {
  const [length, step, start] =
    way === "across"
      ? [width, 4, Math.floor(height / 2) * width * 4]
      : [height, width * 4, Math.floor(width / 2) * 4];
  const found: number[] = [];
  let dark = false;
  let since = 0;
  for (let at = 0; at < length; at++) {
    const now = (data[start + at * step] ?? 255) < 128;
    if (now === dark) continue;
    found.push(at - since);
    since = at;
    dark = now;
  }
  return [...found, length - since];
}
