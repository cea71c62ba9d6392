import { paths } from "../src/shared/paths";
import { button, logIn } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { askForExchange, confirmExchange, newMember } from "./support/people";

inOneLanguage("zh", (language) => {
  test("a confirmed exchange differs from a coupon and shows its result", async ({ page, say, server }) => {
    const member = await newMember(server, { points: 3_100 });
    await logIn(page, say, member.email);
    await askForExchange(server, member.email);
    await confirmExchange(server);
    await page.goto(paths.saved);
    await audit(page, `the way to the exchanges from Saved, ${language}`);
    await page.getByRole("link", { name: say("saved:all") }).click();
    await expect(page).toHaveURL(paths.rewards);
    const tile = page.getByRole("main").getByRole("listitem").getByRole("button");
    await expect(tile).toContainText(say("rewards:confirmed"));
    await expect(tile.locator("img")).toHaveCSS("opacity", "1");
    await audit(page, `a confirmed exchange among the rewards, ${language}`);
    await tile.click();
    const told = page.getByRole("dialog");
    await expect(
      told.getByText(say("rewards:exchange.withCode", { count: 3000, points: "3,000" })),
    ).toBeVisible();
    await expect(told.getByText("0x5290 84…E416 9EE7")).toBeVisible();
    await audit(page, `a confirmed exchange, ${language}`);
    await button(told, say("rewards:exchange.open")).click();
    await button(page.getByRole("alertdialog"), say("rewards:open.open")).click();
    await expect(page.getByRole("timer")).toBeVisible();
    await button(page, say("close")).click();
    await button(page.getByRole("alertdialog"), say("rewards:leave.leave")).click();
    await expect(page.getByRole("timer")).toHaveCount(0);
    await expect(tile).toContainText(say("rewards:confirmed"));
    // A used reward looks faded but can still be opened.
    await expect(tile.locator("img")).toHaveCSS("opacity", "0.55");
    await tile.click();
    await expect(told.getByText(say("rewards:exchange.opened"))).toBeVisible();
    await expect(button(told, say("rewards:exchange.open"))).toHaveCount(0);
  });
});
