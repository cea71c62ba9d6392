import type { Page } from "@playwright/test";

/** Pulls down with a finger from the upper part of the screen by that many pixels; call the result to let go. */
export async function pullDown(page: Page, by: number): Promise<() => Promise<void>> {
  const devTools = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", y?: number) =>
    devTools.send("Input.dispatchTouchEvent", { type, touchPoints: y === undefined ? [] : [{ x: 180, y }] });
  const [from, steps] = [320, 8];
  await touch("touchStart", from);
  for (let step = 1; step <= steps; step += 1) await touch("touchMove", from + (by * step) / steps);
  return async () => {
    await touch("touchEnd");
    await devTools.detach();
  };
}
