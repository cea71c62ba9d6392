import { paths } from "../src/shared/paths";
import { logIn } from "./support/app";
import { drawn } from "./support/fit";
import { expect, test } from "./support/fixtures";
import { newMember } from "./support/people";

test("a balance of many digits is shown whole on the narrowest phone", async ({ page, say, server }) => {
  await page.setViewportSize({ width: 320, height: 720 });
  const member = await newMember(server, { points: 123_456_789_012 });
  await logIn(page, say, member.email);
  const wholly = async (path: string) => {
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll("svg[class*=number]")]
        .map((number) => number.getBoundingClientRect())
        .filter(({ left, right, width }) => width === 0 || left < 0 || right > 320 - 16)
        .map(({ left, right }) => `${left} to ${right}`),
    );
    expect.soft(cut, path).toEqual([]);
  };
  for (const path of [paths.home, paths.points, paths.profile, paths.redeem]) {
    await page.goto(path);
    await page.locator("svg[class*=number]").first().waitFor();
    await page.waitForLoadState("networkidle");
    await drawn(page);
    await wholly(path);
  }
  await page.goto(paths.transfer);
  await page.getByRole("textbox", { name: say("transfer:amount") }).fill("123456789012");
  await wholly(paths.transfer);
});
