import type { Locator, Page } from "@playwright/test";
import { paths } from "../src/shared/paths";
import { button, heading, link, secret } from "./support/app";
import { cutWords, sideways, smallTargets } from "./support/fit";
import { expect, test } from "./support/fixtures";
import { redeem } from "./support/journey";
import { BOB, newMember, PASSWORD } from "./support/people";

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
