import { adminPaths } from "../src/admin/paths";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, field, OWNER, signIn } from "./support/admin";
import { button, logIn } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { newMember } from "./support/people";

// The factor gives these tests a separate server, because points expire in its programme from now on.
test.use({ ...ADMIN_WINDOW, sourceScale: 101 });

inEachLanguage((language) => {
  test("an owner switches expiry on, and members see what ends", async ({
    page,
    say,
    server,
    anotherPhone,
  }) => {
    test.setTimeout(120_000);
    await signIn(page, say, OWNER, adminPaths.expiry);
    // The name of one kind is part of the description of another.
    await page.locator('input[value="afterEarning"]').check({ force: true });
    await field(page, say("adminExpiry:months")).fill("2");
    const start = button(page, say("adminExpiry:switchOn"));
    await expect(start).toBeDisabled();
    await expect(page.getByText(say("adminExpiry:checks.notLooked"), { exact: true })).toBeVisible();
    await expect(page.getByText(say("adminExpiry:checks.noTerms"))).toBeVisible();
    const week = page.getByRole("switch", { name: say("adminExpiry:told.seven.name") });
    await week.uncheck({ force: true });
    await button(page, say("adminExpiry:lookUp")).click();
    const shorter = page.locator("dl > div", { hasText: say("adminExpiry:effect.shorter") });
    await expect(shorter.locator("dd")).toHaveText("0");
    await auditBoth(page, `the expiry page, ${language}`);
    // A changed draft has another effect, which has to be looked up again.
    await week.check({ force: true });
    await expect(start).toBeDisabled();
    await week.uncheck({ force: true });
    await button(page, say("adminExpiry:lookUp")).click();
    await start.click();
    await expect(page.getByText(say("adminExpiry:done"))).toBeVisible();
    await expect(week).not.toBeChecked();

    const member = await newMember(server, { points: 300 });
    const phone = await anotherPhone({ viewport: { width: 375, height: 812 } });
    await logIn(phone, say, member.email);
    await expect(phone.getByText(say("points:stub.expire", { count: 300, points: "300" }))).toBeVisible();
    await audit(phone, `Home with points that end, ${language}`);
    await phone.goto(paths.points);
    await expect(phone.getByText(say("points:lots.first"))).toBeVisible();
    await audit(phone, `Points with points that end, ${language}`);

    await page.reload();
    await page.getByText(say("adminExpiry:assumptions.title"), { exact: true }).click();
    await expect(page.getByText(say("adminExpiry:assumptions.none"))).toBeVisible();
    await button(page, say("adminExpiry:chart.table")).click();
    const months = page.getByRole("table", { name: say("adminExpiry:byMonth") });
    await expect(months.getByRole("row")).toHaveCount(13);
    // The members of each language share a server.
    await expect(months.getByRole("row").nth(3).getByRole("cell").nth(1)).toHaveText(/^[369]00$/);
    await auditBoth(page, `the table of expiry, ${language}`);
  });
});
