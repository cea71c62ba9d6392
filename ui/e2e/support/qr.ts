import type { Locator } from "@playwright/test";
import readQr from "jsqr";

/** Reads a QR code off the screen, as a scanner would: from its pixels. */
export async function readFromScreen(code: Locator): Promise<string | undefined> {
  const picture = (await code.screenshot()).toString("base64");
  // A page of its own: the app's policy lets no such picture in.
  const page = await code.page().context().newPage();
  const { width, height, pixels } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const drawing = canvas.getContext("2d");
    drawing?.drawImage(bitmap, 0, 0);
    const data = drawing?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
    return { width: bitmap.width, height: bitmap.height, pixels: [...data] };
  }, picture);
  await page.close();
  return readQr(Uint8ClampedArray.from(pixels), width, height)?.data;
}
