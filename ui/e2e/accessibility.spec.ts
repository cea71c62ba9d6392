import type { Locator, Page } from "@playwright/test";
import { paths } from "../src/shared/paths";
import { button, heading, link, secret } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { redeem } from "./support/journey";
import { BOB, newMember, PASSWORD } from "./support/people";
import { CHAPTERS, walk } from "./support/states";

// The chapters are independent, so that each worker can take the next one.
test.describe.configure({ mode: "parallel" });

/** Waits for two frames, after which all effects of a resize are visible. */
async function drawn(page: Page) {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** The elements that make the page scroll sideways, and by how much. */
const sideways = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const wide = [
      ...document.querySelectorAll<HTMLElement>("main, header, footer, nav, dialog, form"),
    ].filter(
      (part) =>
        part.scrollWidth > part.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(part).overflowX),
    );
    return [
      ...(scrollWidth > clientWidth ? [`the page, by ${scrollWidth - clientWidth} px`] : []),
      ...wide.map(
        (part) => `${part.tagName}.${part.className}, by ${part.scrollWidth - part.clientWidth} px`,
      ),
    ];
  });

/** Texts that are cut off without an ellipsis. */
const cutWords = (page: Page) =>
  page.evaluate(() => {
    const cut = (part: Element) => {
      const { overflowX, textOverflow, position, clipPath } = getComputedStyle(part);
      const own = [...part.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
      if (!own || position === "absolute" || clipPath !== "none") return false;
      return (
        part.scrollWidth > part.clientWidth + 1 &&
        /hidden|clip/.test(overflowX) &&
        textOverflow !== "ellipsis"
      );
    };
    return [...document.querySelectorAll("#app *")].filter(cut).map((part) => part.textContent?.trim());
  });

/** Labels of the tab bar that overlap or leave the screen. */
const crowded = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("#app nav a > span")].flatMap((label) => {
      const { left, right } = label.getBoundingClientRect();
      const cell = label.parentElement?.getBoundingClientRect();
      return cell && (left < cell.left || right > cell.right) ? [label.textContent] : [];
    }),
  );

/** Tap targets smaller than 44 px in either direction, including the hit areas around them. */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const HALF = 21;
    const shown = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
    const small: string[] = [];
    for (const target of shown.querySelectorAll<HTMLElement>(
      "a[href], button, input:not([type=hidden], [type=file]), select, textarea, summary",
    )) {
      // The guideline exempts links within a sentence.
      if (
        target.closest("p, li p, h1, h2, label")?.matches("p") ||
        getComputedStyle(target).display === "inline"
      )
        continue;
      const area = target.closest("label") ?? target;
      target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const { left, top, width, height } = area.getBoundingClientRect();
      if (width < 2 || height < 2) continue;
      const [x, y] = [left + width / 2, top + height / 2];
      const hits = (dx: number, dy: number) => {
        const at = document.elementFromPoint(x + dx, y + dy);
        // A toast covers the target for only four seconds.
        return (
          at !== null && (area.contains(at) || at.contains(target) || at.closest("[role=status]") !== null)
        );
      };
      // A covered target cannot be tapped; the cover is checked instead.
      if (!hits(0, 0)) continue;
      const whole = [-HALF, HALF].every((d) => hits(d, 0) && hits(0, d));
      if (!whole)
        small.push(
          `${target.getAttribute("aria-label") ?? target.textContent?.trim()}: ${width} by ${height}`,
        );
    }
    return small;
  });

const moving = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === "running" && Number(effect?.getComputedTiming().duration) > 1,
      )
      .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.className : "")),
  );

test("the checks report planted faults of accessibility", async ({ page }) => {
  await page.goto(paths.login);
  await page.getByRole("main").waitFor();
  const add = (tag: string, text: string, styles: Record<string, string>) =>
    page.evaluate(
      (part) => {
        const made = document.createElement(part.tag);
        made.textContent = part.text;
        for (const [name, value] of Object.entries(part.styles)) made.style.setProperty(name, value);
        document.querySelector("main")?.append(made);
      },
      { tag, text, styles },
    );
  for (const measure of [smallTargets, cutWords, sideways]) expect(await measure(page)).toEqual([]);
  await add("button", "Small", { display: "block", width: "60px", height: "30px", padding: "0" });
  expect(await smallTargets(page)).toEqual(["Small: 60 by 30"]);
  await add("div", "Cut short", { width: "20px", overflow: "hidden", "white-space": "nowrap" });
  expect(await cutWords(page)).toEqual(["Cut short"]);
  await add("div", "Wide", { width: "2000px" });
  expect(await sideways(page)).not.toEqual([]);
});

test("every listed state has a unique name", () => {
  const names = CHAPTERS.flatMap(({ states }) => states.map(({ name }) => name));
  expect(names).toEqual([...new Set(names)]);
});

inEachLanguage((language) => {
  for (const chapter of CHAPTERS)
    test(`${chapter.name}: passes axe, fits 320 px and doubled text, has large targets and no motion`, async ({
      page,
      say,
      server,
      context,
      watch,
    }) => {
      test.setTimeout(240_000);
      await walk(chapter, { page, say, server, context, watch, language }, async (name) => {
        await audit(page, name);
        // Colours are checked in one language, because they are the same in all.
        if (language === "en") {
          await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
          await audit(page, `${name}, dark`);
          await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
        }
        expect.soft(await smallTargets(page), `targets of ${name}`).toEqual([]);
        expect.soft(await moving(page), `what moves in ${name}`).toEqual([]);
        await page.setViewportSize({ width: 320, height: 720 });
        await drawn(page);
        expect.soft(await sideways(page), `${name} at 320 px`).toEqual([]);
        expect.soft(await cutWords(page), `words cut in ${name} at 320 px`).toEqual([]);
        await page.setViewportSize({ width: 375, height: 812 });
        await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
        await drawn(page);
        expect.soft(await sideways(page), `${name} with twice the text`).toEqual([]);
        expect.soft(await cutWords(page), `words cut in ${name} with twice the text`).toEqual([]);
        expect.soft(await crowded(page), `the bar in ${name} with twice the text`).toEqual([]);
        await page.setViewportSize({ width: 320, height: 720 });
        await drawn(page);
        expect.soft(await crowded(page), `the bar in ${name} with twice the text at 320 px`).toEqual([]);
        await page.setViewportSize({ width: 375, height: 812 });
        await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
      });
    });
});

/** Moves the focus to an element with the Tab key; fails if it is never reached. */
async function tabTo(page: Page, goal: Locator) {
  await goal.waitFor();
  const there = () => goal.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 80 && !(await there()); presses += 1) await page.keyboard.press("Tab");
  await expect(goal).toBeFocused();
}

test("log in, a transfer and a coupon work with the keyboard alone", async ({ page, say, server }) => {
  const member = await newMember(server, { points: 2_000 });
  const press = async (goal: Locator) => {
    await tabTo(page, goal);
    await page.keyboard.press("Enter");
  };
  const type = async (goal: Locator, text: string) => {
    await tabTo(page, goal);
    await page.keyboard.type(text);
  };
  await page.goto(paths.login);
  await type(page.getByLabel(say("login:identifier"), { exact: true }), member.email);
  await type(secret(page, say("login:password")), PASSWORD);
  await page.keyboard.press("Enter");
  await press(page.getByRole("main").getByRole("link", { name: new RegExp(say("history")) }));
  await press(link(page, say("points:transfer")));
  await type(page.getByRole("textbox", { name: say("transfer:recipient") }), BOB.email);
  await type(page.getByRole("textbox", { name: say("transfer:amount") }), "350");
  await press(button(page, say("transfer:review")));
  await press(button(page, say("transfer:confirm")));
  await expect(heading(page, say("transfer:sent", { count: 350, amount: "350" }))).toBeVisible();

  await redeem(page, say, `HK$30 second-hand books 800 ${say("pointsWord")}`);
  await press(link(page, say("redeem:result.done.button")));
  await press(page.getByRole("button", { name: "HK$30 second-hand books" }));
  await press(button(page.getByRole("alertdialog"), say("rewards:open.open")));
  await expect(page.getByRole("timer")).toBeVisible();
  await press(button(page, say("close")));
  await press(button(page.getByRole("alertdialog"), say("rewards:leave.leave")));
  await expect(page.getByRole("timer")).toHaveCount(0);
});
