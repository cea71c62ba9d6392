import type { Page } from "@playwright/test";
import { paths } from "../src/paths";
import { button, heading, logIn } from "./support/app";
import { expect, test } from "./support/fixtures";
import { ALICE, newMember } from "./support/people";

declare global {
  interface Window {
    /** What moved without anybody having touched the page, by how much. */
    shifts: string[];
  }
}

/** Listens from the first paint on. */
async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    window.shifts = [];
    interface Shift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: readonly { node: Node | null }[];
    }
    const isShift = (entry: PerformanceEntry): entry is Shift => entry.entryType === "layout-shift";
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries().filter(isShift)) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName}.${node.className}` : node?.nodeName,
        );
        window.shifts.push(`${entry.value.toFixed(4)} ${moved.join(", ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** Everything is there, and two frames more were drawn: whatever moves has moved. */
async function settled(page: Page) {
  await page.waitForLoadState("networkidle");
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

for (const width of [320, 375]) {
  test(`nothing moves under a thumb while a screen comes, ${width} px wide`, async ({ page, say }) => {
    await page.setViewportSize({ width, height: 720 });
    await watchShifts(page);
    const visit = async (path: string) => {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).first().waitFor({ state: "attached" });
      await expect(page.getByText(say("loading"), { exact: true })).toHaveCount(0);
      await settled(page);
      expect.soft(await page.evaluate(() => window.shifts), path).toEqual([]);
    };
    for (const path of [paths.login, paths.signup, paths.forgot, "/resetPassword/any", paths.privacy])
      await visit(path);
    await logIn(page, say, ALICE.email);
    await heading(page, say("home:news")).waitFor();
    for (const path of [
      paths.home,
      paths.explorer,
      paths.profile,
      paths.redeem,
      paths.saved,
      paths.rewards,
      paths.points,
      paths.transfer,
      paths.notifications,
      paths.edit,
      paths.settings,
      paths.guide,
    ])
      await visit(path);
    await page.goto(paths.home);
    await page.getByRole("main").getByRole("listitem").first().getByRole("link").click();
    await button(page, say("article:like")).waitFor();
    await settled(page);
    expect.soft(await page.evaluate(() => window.shifts), "an article").toEqual([]);
  });
}

test("a fortune is shown to its last digit on the narrowest phone", async ({ page, say, server }) => {
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
    await settled(page);
    await wholly(path);
  }
  await page.goto(paths.transfer);
  await page.getByRole("textbox", { name: say("transfer:amount") }).fill("123456789012");
  await wholly(paths.transfer);
});
