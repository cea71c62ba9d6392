import type { Locator } from "@playwright/test";

/** The pixels of the screen where something is drawn: four bytes each, line by line. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/** What the screen shows of an element, in the screen's own pixels. */
export async function pixelsOf(shown: Locator): Promise<Pixels> {
  const picture = (await shown.screenshot({ scale: "device" })).toString("base64");
  // A page of its own: the app's policy lets no such picture in.
  const page = await shown.page().context().newPage();
  const { width, height, data } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const drawing = canvas.getContext("2d");
    drawing?.drawImage(bitmap, 0, 0);
    const pixels = drawing?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
    return { width: bitmap.width, height: bitmap.height, data: [...pixels] };
  }, picture);
  await page.close();
  return { width, height, data: Uint8ClampedArray.from(data) };
}

/** The lengths of the dark and light stretches on one line, the light one at its beginning first. */
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
