import { audit } from "./support/audit";
import { readCode128 } from "./support/code128";
import { openBooks, withCoupon } from "./support/coupon";
import { expect, test } from "./support/fixtures";
import { pixelsOf, stretches } from "./support/screen";

// Usual, small and landscape phones, with different pixel densities.
const SCREENS = [
  { density: 1, width: 390, height: 844 },
  { density: 2, width: 320, height: 568 },
  { density: 2.625, width: 412, height: 915 },
  { density: 3, width: 390, height: 844 },
  { density: 3, width: 844, height: 390 },
];

for (const { density, width, height } of SCREENS) {
  test(`a bar code is legible on ${width} × ${height} at ${density} pixels each`, async ({
    say,
    server,
    anotherPhone,
  }) => {
    const page = await anotherPhone({ viewport: { width, height }, deviceScaleFactor: density });
    await withCoupon(page, say, server);
    await openBooks(page, say);
    const code = page.getByRole("img", { name: say("rewards:code.bar") });
    const opening = page.getByText(/^[0-9A-Z]{4}( [0-9A-Z]{1,4})+$/);
    const text = ((await opening.textContent()) ?? "").replaceAll(" ", "");
    await audit(page, `a bar code on ${width} x ${height} at ${density}`);
    const pixels = await pixelsOf(code);
    const lines = stretches(pixels, pixels.height > pixels.width ? "down" : "across").slice(1, -1);
    const narrow = Math.min(...lines);
    expect(narrow, "pixels of the screen per narrow bar").toBeGreaterThanOrEqual(2);
    expect(
      lines.filter((line) => line % narrow !== 0),
      "bars that are not whole",
    ).toEqual([]);
    expect(readCode128(lines.map((line) => line / narrow))).toBe(text);
    await expect(page.getByText(say("rewards:code.bright"))).toBeAttached();
  });
}
