import { paths } from "../src/shared/paths";
import { button, heading, link, logIn, stencil } from "./support/app";
import { audit } from "./support/audit";
import { expect, test } from "./support/fixtures";
import { ALICE, newMember } from "./support/people";
import { LANGUAGES, TONGUES, wordsOf } from "./support/words";

test("a language applies at once and is remembered, before and after the sign-in", async ({ page }) => {
  await page.goto(paths.login);
  for (const language of [...LANGUAGES, "en", "zhhk"] as const) {
    const words = wordsOf(language);
    await button(page, TONGUES[language].button).click();
    await expect(button(page, words("login:submit"))).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", TONGUES[language].page);
    await expect(page).toHaveTitle(`${words("login:title")} · Kapok`);
  }
  await page.reload();
  const say = wordsOf("zhhk");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-Hant-HK");
  await logIn(page, say, ALICE.email);
  await page.goto(paths.settings);
  await page.getByRole("radio", { name: "简体中文" }).check();
  await expect(heading(page, wordsOf("zh")("settings:title"))).toBeVisible();
  await page.goto(paths.redeem);
  await expect(heading(page, wordsOf("zh")("redeem:coupons"))).toBeVisible();
  await expect(page.getByText("电车一日票")).toBeVisible();
});

test("a language whose texts fail to load is not applied and can be chosen again", async ({
  anotherPhone,
  watch,
  say,
}) => {
  // After a deployment the files of the open build are gone. A service worker would serve cached ones.
  watch.expectStatus(404, "/assets/first.zh-");
  const page = await anotherPhone({ serviceWorkers: "block" });
  await page.route("**/assets/first.zh-*.js", (route) => route.fulfill({ status: 404 }));
  await page.goto(paths.login);
  const chinese = button(page, TONGUES.zh.button);
  await chinese.click();
  await expect(page.getByRole("alert").getByText(say("languageFailed"))).toBeVisible();
  await expect(button(page, say("login:submit"))).toBeVisible();
  await expect(chinese).toHaveAttribute("aria-pressed", "false");
  await audit(page, "a language that did not come");
  await page.reload();
  await expect(button(page, say("login:submit"))).toBeVisible();
  await page.unroute("**/assets/first.zh-*.js");
  await chinese.click();
  await expect(button(page, wordsOf("zh")("login:submit"))).toBeVisible();
});

test("dark mode applies at once, on every screen, and after a reload", async ({ page, say }) => {
  await logIn(page, say, ALICE.email);
  await page.goto(paths.settings);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await button(page, say("settings:appearances.dark")).click();
  await expect.poll(paper).not.toBe(light);
  const dark = await paper();
  await page.reload();
  await expect(heading(page, say("settings:title"))).toBeVisible();
  expect(await paper()).toBe(dark);
  await button(page, say("settings:appearances.light")).click();
  await expect.poll(paper).toBe(light);
});

test.describe("on a phone that is set to dark", () => {
  test.use({ colorScheme: "dark" });
  test("the app is dark by default", async ({ page, say }) => {
    await page.goto(paths.login);
    await expect(button(page, say("login:submit"))).toBeVisible();
    const [red] = await page.evaluate(
      () => getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? [],
    );
    expect(Number(red)).toBeLessThan(64);
  });
});

test("a wide and tall window shows a phone of 375 by 812", async ({ page, say }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await logIn(page, say, ALICE.email);
  const bar = page.getByRole("navigation", { name: say("nav.label") });
  await expect(bar).toBeVisible();
  await expect.poll(async () => (await bar.boundingBox())?.width).toBe(375);
  const left = (await bar.boundingBox())?.x ?? 0;
  expect(left).toBeGreaterThan(400);
  await heading(page, say("home:news")).waitFor();
  await audit(page, "Home in the frame");
  // A dialog covers the phone frame, not the space beside it.
  await page.goto(paths.redeem);
  await page.getByRole("button", { name: "Tram day ticket" }).click();
  const sheet = await page.getByRole("dialog").boundingBox();
  expect(sheet?.width).toBeLessThanOrEqual(375);
  expect(sheet?.x).toBeGreaterThanOrEqual(left);
});

test("a phone in landscape has no frame and shows a menu instead of the tab bar", async ({ page, say }) => {
  await page.setViewportSize({ width: 812, height: 375 });
  await logIn(page, say, ALICE.email);
  await expect(page.getByRole("navigation", { name: say("nav.label") })).toBeHidden();
  await heading(page, say("home:news")).waitFor();
  await audit(page, "Home on its side");
  const main = await page.getByRole("main").boundingBox();
  expect(main?.width).toBeGreaterThan(600);
  await button(page, say("menu")).click();
  const menu = page.getByRole("dialog");
  await expect(link(menu, say("nav.home"))).toHaveAttribute("aria-current", "page");
  await audit(page, "the menu");
  await link(menu, say("nav.saved")).click();
  await expect(page).toHaveURL(paths.saved);
  await expect(menu).toHaveCount(0);
});

test("a screen opened by its address shows the tab bar or a back button", async ({ page, say }) => {
  await logIn(page, say, ALICE.email);
  const bar = page.getByRole("navigation", { name: say("nav.label") });
  for (const path of [paths.notifications, paths.edit, paths.transfer]) {
    await page.goto(path);
    await expect(bar, path).toBeVisible();
  }
  await page.goto(paths.points);
  await link(page, say("points:transfer")).click();
  await expect(button(page, say("back"))).toBeVisible();
  await expect(bar).toHaveCount(0);
});

for (const width of [320, 375, 600]) {
  test(`nothing is wider than a window of ${width} px`, async ({ page, say }) => {
    await page.setViewportSize({ width, height: 800 });
    const overflow = () =>
      page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        const wide = [...document.querySelectorAll("main, header, footer, nav")].filter(
          (part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== "visible",
        );
        return scrollWidth - clientWidth + wide.length;
      });
    for (const path of [paths.login, paths.signup, paths.forgot, paths.privacy]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
      expect.soft(await overflow(), path).toBe(0);
    }
    await logIn(page, say, ALICE.email);
    for (const path of [
      paths.home,
      paths.explorer,
      paths.profile,
      paths.redeem,
      paths.saved,
      paths.points,
      paths.transfer,
      paths.settings,
      paths.edit,
      paths.guide,
      paths.notifications,
    ]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect.soft(await overflow(), path).toBe(0);
    }
  });
}

test("a balance of six digits does not touch the stamens beside it on a narrow phone", async ({
  page,
  say,
  server,
}) => {
  const { email } = await newMember(server, { points: 888_888 });
  await logIn(page, say, email);
  await page.goto(paths.points);
  const number = stencil(page, "888,888");
  for (const width of [320, 360, 375]) {
    await page.setViewportSize({ width, height: 568 });
    // The lowest sixth holds only the comma's tail, far from the stamens.
    const foot = await number.evaluate((svg) => {
      const { top, height } = svg.getBoundingClientRect();
      return top + (height * 5) / 6;
    });
    const stamens = await page
      .locator("#points circle")
      .evaluateAll((circles) => circles.map((circle) => circle.getBoundingClientRect().top));
    expect(stamens.length).toBeGreaterThan(5);
    expect(Math.min(...stamens), `the highest stamen at ${width} px`).toBeGreaterThan(foot);
  }
});
