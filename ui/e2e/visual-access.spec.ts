import type { Page } from "@playwright/test";
import { paths } from "../src/shared/paths";
import { button, heading, logIn } from "./support/app";
import { audit } from "./support/audit";
import { expect, test } from "./support/fixtures";
import { ALICE } from "./support/people";
import { TONGUES, wordsOf } from "./support/words";

test("in forced colours, ticked, selected and focused elements are marked by lines", async ({
  page,
  say,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(paths.login);
  const remember = page.getByRole("checkbox", { name: say("login:remember") });
  const mark = page.locator("label", { has: remember }).locator("i");
  const tick = mark.locator("svg");
  const ground = () => mark.evaluate((part) => getComputedStyle(part).backgroundColor);
  await expect(mark).toHaveCSS("border-top-style", "solid");
  await expect(tick).toHaveCSS("visibility", "hidden");
  const empty = await ground();
  await remember.check();
  await expect(tick).toHaveCSS("visibility", "visible");
  expect(await ground()).not.toBe(empty);

  const identifier = page.getByLabel(say("login:identifier"), { exact: true });
  const box = identifier.locator("..");
  await expect(box).toHaveCSS("border-top-style", "solid");
  await identifier.focus();
  await expect(box).toHaveCSS("outline-style", "solid");
  await expect(box).toHaveCSS("outline-width", "3px");

  await expect(button(page, TONGUES.en.button)).toHaveCSS("outline-style", "solid");
  await expect(button(page, TONGUES.zh.button)).toHaveCSS("outline-style", "none");
  await expect(button(page, say("login:submit"))).toHaveCSS("border-top-style", "solid");
});

/** An article of several screens in which every line takes the focus. */
async function openLongArticle(page: Page) {
  await page.getByRole("main").locator("ul a").first().click();
  await expect(page.locator("article")).toBeVisible();
  await page.evaluate(() => {
    for (let line = 0; line < 40; line++) {
      const stop = document.createElement("a");
      stop.href = "#";
      stop.textContent = `Line ${line}`;
      stop.style.display = "block";
      document.querySelector("article")?.append(stop);
    }
  });
}

test("the floating button never covers the focused line of an article", async ({ page, say }) => {
  await logIn(page, say, ALICE.email);
  await openLongArticle(page);
  const like = page.locator("main button[aria-pressed]");
  await page.getByText("Line 0", { exact: true }).focus();
  for (let line = 1; line < 36; line++) {
    await page.keyboard.press("Tab");
    const stop = page.getByText(`Line ${line}`, { exact: true });
    await expect(stop).toBeFocused();
    const [at, over] = [await stop.boundingBox(), await like.boundingBox()];
    if (!at || !over) throw new Error("the line or the button is out of sight");
    const covered = at.y < over.y + over.height && at.y + at.height > over.y;
    expect(covered, `the button covers line ${line}`).toBe(false);
  }
});

test("a toast with buttons leaves room to scroll the end of a screen clear of it", async ({ page, say }) => {
  await logIn(page, say, ALICE.email);
  await expect(page.getByRole("main").locator("ul a").first()).toBeVisible();
  const room = () =>
    page.evaluate(() => {
      const main = document.querySelector("main");
      return main && getComputedStyle(main, "::after").height;
    });
  expect(await room()).not.toBe("76px");
  await page.evaluate(() => {
    const toast = document.createElement("div");
    toast.append(document.createElement("button"), document.createElement("button"));
    document.querySelector("[role=status][tabindex]")?.append(toast);
  });
  expect(await room()).toBe("76px");
});

test.describe("with a mouse", () => {
  test.use({ hasTouch: false });
  test("the carousels show scrollbars", async ({ page, say }) => {
    await logIn(page, say, ALICE.email);
    await expect(page.getByRole("main").locator("ul").first()).toHaveCSS("scrollbar-width", "thin");
  });
});

test("the main button stays above the keyboard, and an upright phone keeps its layout", async ({
  page,
  say,
}) => {
  await page.setViewportSize({ width: 375, height: 640 });
  await logIn(page, say, ALICE.email);
  await page.goto(paths.transfer);
  const next = page.locator("footer button").last();
  await expect(next).toBeVisible();
  const foot = async () => {
    const box = await next.boundingBox();
    return box ? box.y + box.height : Number.NaN;
  };
  expect(await foot()).toBeGreaterThan(340);
  // No keyboard is shown here; the app sets this property when one appears.
  await page.evaluate(() => document.documentElement.style.setProperty("--k-keyboard", "300px"));
  expect(await foot()).toBeLessThanOrEqual(340);
  expect(await foot()).toBeGreaterThan(300);
  await expect(page.getByRole("navigation")).toHaveCSS("display", "grid");
});

test("a visitor from a link can choose a language and keeps the input", async ({ page, say }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${paths.signup}?referralcode=AB12CD34`);
  const name = page.locator("main input[name=firstName]");
  await name.fill("Mei");
  await button(page, say("language")).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await audit(page, "a choice of language");
  await button(dialog, TONGUES.zhhk.button).click();
  const words = wordsOf("zhhk");
  await button(dialog, words("close")).click();
  await expect(heading(page, words("signup:title"))).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", TONGUES.zhhk.page);
  await expect(name).toHaveValue("Mei");
});
