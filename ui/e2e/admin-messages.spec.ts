import { adminPaths } from "../src/admin/paths";
import { ADMIN_WINDOW, OPERATOR, OWNER, signIn, title } from "./support/admin";
import { button, link } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, inOneLanguage, test } from "./support/fixtures";
import { newMember, sendPoints, subscribe } from "./support/people";
import { PushService } from "./support/pushService";

test.use(ADMIN_WINDOW);

inOneLanguage("zhhk", () => {
  test("the state of a message is found by the recipient's full address", async ({ page, say, server }) => {
    const { email } = await newMember(server);
    await signIn(page, say, OPERATOR, adminPaths.messages);
    await expect(title(page, say("adminMessages:title"))).toBeVisible();
    const search = page.getByRole("searchbox", { name: say("adminMessages:search") });
    await search.fill(email.slice(0, 5));
    await expect(page.getByText(say("adminMessages:wholeOnly"))).toBeVisible();
    await search.fill(email);
    const rows = page.getByRole("table", { name: say("adminMessages:title") }).getByRole("row");
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText(say("adminMessages:states.kept"));
    await expect(page.getByText(email, { exact: true }), "the address is masked").toHaveCount(0);
    await audit(page, "messages at the desk");
    await button(page, say("adminMessages:kinds.code")).click();
    const drawer = page.getByRole("dialog");
    await expect(drawer).toContainText(say("adminMessages:channels.email"));
    await expect(button(drawer, say("adminMessages:retry"))).toHaveCount(0);
    await audit(page, "a message at the desk");
  });

  test("all messages that a gateway refused are retried together", async ({ page, say, server }) => {
    const service = await PushService.start();
    service.status = 400;
    const { email } = await newMember(server);
    await subscribe(server, email, service.subscription);
    await sendPoints(server, email, 1);
    await sendPoints(server, email, 1);
    await service.notes(2);
    await signIn(page, say, OPERATOR, `${adminPaths.messages}?channel=push&state=dead`);
    const rows = page.getByRole("table", { name: say("adminMessages:title") }).getByRole("row");
    await expect(async () => {
      await page.reload();
      await expect(rows).toHaveCount(3, { timeout: 1_000 });
    }).toPass();
    service.status = 201;
    await button(page, say("adminMessages:retryAll")).click();
    const asked = page.getByRole("alertdialog");
    await expect(asked).toContainText(say("adminMessages:askAllText"));
    await audit(page, "another try for many messages");
    await button(asked, say("adminMessages:retryAll")).click();
    await expect(page.getByText(say("adminMessages:retriedAll", { count: 2, shown: "2" }))).toBeVisible();
    await service.notes(4);
    service.stop();
  });
});

inEachLanguage((language) => {
  test("owners read on every screen that messages stay here, and open those", async ({
    page,
    say,
    server,
  }) => {
    await newMember(server);
    await signIn(page, say, OWNER, adminPaths.account);
    await expect(page.getByText(say("admin:alarms.kept.both"))).toBeVisible();
    await audit(page, `messages stay on the server, ${language}`);
    await page.setViewportSize({ width: 375, height: 812 });
    await audit(page, `messages stay on the server, on a phone, ${language}`);
    await page.setViewportSize(ADMIN_WINDOW.viewport);
    await link(page, say("admin:alarms.kept.open")).click();
    await expect(page).toHaveURL(/state=kept/);
    const state = page.getByRole("combobox", { name: say("adminMessages:state") });
    await expect(state.locator("option:checked")).toHaveText(say("adminMessages:states.kept"));
    const rows = page.getByRole("table", { name: say("adminMessages:title") }).getByRole("row");
    await expect(rows.nth(1)).toContainText(say("adminMessages:states.kept"));
    await audit(page, `messages that stay on the server, ${language}`);
    await state.selectOption("dead");
    await expect(rows.filter({ hasText: say("adminMessages:states.kept") })).toHaveCount(0);
  });
});
