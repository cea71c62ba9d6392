import { adminPaths, recordPath } from "../src/admin/paths";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, OPERATOR, signIn } from "./support/admin";
import { button, heading, link, logIn } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { CARD, LEVEL, purchases } from "./support/goals";
import { newItem, newMember } from "./support/people";

// The factor gives these tests a separate server, because their items would stand in the shop of other tests.
test.use({ sourceScale: 126 });

const PHONE = { viewport: { width: 375, height: 812 } };

inEachLanguage((language) => {
  const goal = CARD[language];
  const level = LEVEL[language];
  const reservations = [
    {
      of: "a badge",
      wanted: "reachedGoal",
      to: { goal },
      why: "lockedWhy",
      for: "lockedFor",
      bills: 6,
      hkd: "20.00",
    },
    {
      of: "a level",
      wanted: "holdsLevel",
      to: { level },
      why: "levelWhy",
      for: "levelOnly",
      bills: 1,
      hkd: "2000.00",
    },
  ] as const;
  for (const reserved of reservations)
    test(`an item for members with ${reserved.of} is locked until a member has it`, async ({
      page,
      say,
      server,
      anotherPhone,
    }) => {
      const item = `Enamel mug ${reserved.wanted} ${language}`;
      const id = await newItem(server, item, { active: true, points: 10 });
      const member = await newMember(server, { points: 100 });

      await test.step("an operator reserves the item", async () => {
        await page.setViewportSize(ADMIN_WINDOW.viewport);
        await signIn(page, say, OPERATOR, recordPath(adminPaths.items, id));
        const buyers = page.getByRole("combobox", { name: say("adminItems:fields.requiresGoal") });
        await buyers.selectOption({ label: say(`adminItems:${reserved.wanted}`, reserved.to) });
        await audit(page, `an item for members with ${reserved.of}`);
        const saved = page.waitForResponse((answer) => answer.request().method() === "PUT");
        await button(page, say("admin:save")).click();
        expect((await saved).status()).toBe(200);
      });

      const phone = await anotherPhone(PHONE);
      const dialog = phone.getByRole("dialog", { name: item });
      const open = async () => {
        await phone.goto(paths.redeem);
        await phone.getByRole("button", { name: item }).click();
      };
      await test.step("a member without it reads what to do first", async () => {
        await logIn(phone, say, member.email);
        await open();
        await expect(dialog.getByText(say(`redeem:${reserved.why}`, reserved.to))).toBeVisible();
        await expect(button(dialog, say("redeem:redeem"))).toHaveCount(0);
        await audit(phone, `an item that needs ${reserved.of}`);
        await link(dialog, say("redeem:seeGoals")).click();
        await expect(heading(phone, say("goals:title"))).toBeVisible();
      });

      await test.step("a member who has it redeems the item", async () => {
        await purchases(server, member, reserved.bills, { amountHkd: reserved.hkd });
        await open();
        await expect(dialog.getByText(say(`redeem:${reserved.for}`, reserved.to))).toBeVisible();
        await audit(phone, `an item for a member with ${reserved.of}`);
        await button(dialog, say("redeem:redeem")).click();
        await button(phone.getByRole("alertdialog"), say("redeem:confirm.confirm")).click();
        await expect(link(phone, say("redeem:result.done.button"))).toBeVisible();
      });
    });
});
