import { adminPaths } from "../src/admin/paths";
import { ADMIN_WINDOW, field, signIn, title } from "./support/admin";
import { button, link, secret } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { invitation, newEmail, PASSWORD } from "./support/people";

test.use(ADMIN_WINDOW);

inOneLanguage("zhhk", () => {
  test("staff who forgot their password choose a new one by e-mail and sign in", async ({
    page,
    say,
    server,
    watch,
  }) => {
    const email = newEmail();
    await page.goto(await invitation(server, email, "editor"));
    const choose = async (password: string) => {
      for (const label of ["adminAccept:password", "adminAccept:confirm"] as const)
        await page.getByLabel(new RegExp(`^${say(label)}( \\*)?$`)).fill(password);
      await button(page, say("adminAccept:submit")).click();
      await expect(title(page, say("adminAccept:done.title"))).toBeVisible();
    };
    await choose("Cotton-tree-88");

    await page.goto(adminPaths.home);
    await field(page, say("admin:signIn.email")).fill(email);
    await secret(page, say("admin:signIn.password")).fill("Not-the-one-88");
    watch.expectStatus(401, "/api/staff/login");
    await button(page, say("admin:signIn.submit")).click();
    await expect(page.getByText(say("admin:signIn.wrong"))).toBeVisible();
    await link(page, say("admin:signIn.forgot")).click();
    await expect(title(page, say("staffForgot:title"))).toBeVisible();
    await audit(page, "staff forgot");
    await button(page, say("staffForgot:submit")).click();
    await expect(page.getByText(say("staffForgot:emailRequired"))).toBeVisible();
    await field(page, say("staffForgot:email")).fill(email);
    await button(page, say("staffForgot:submit")).click();
    await expect(page.getByText(say("staffForgot:sent", { email }))).toBeVisible();
    await audit(page, "staff forgot sent");

    const paths = async () =>
      (await server.messages(email)).flatMap(({ text }) => text.match(/\/admin\/accept\/\S+/)?.[0] ?? []);
    await expect.poll(async () => (await paths()).length, "two links").toBeGreaterThanOrEqual(2);
    await page.goto((await paths()).at(-1) ?? "");
    await expect(title(page, say("adminAccept:title.reset"))).toBeVisible();
    await choose(PASSWORD);
    await signIn(page, say, email);
    await expect
      .poll(async () => (await server.messages(email)).length, "the word of it")
      .toBeGreaterThanOrEqual(3);
  });
});
