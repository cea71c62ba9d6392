import { adminPaths, recordPath } from "../src/admin/paths";
import { formatDate, formatDay } from "../src/i18n/format";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, field, OPERATOR, signIn } from "./support/admin";
import { button, logIn } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { buy, newItem, newMember } from "./support/people";

// The factor gives these tests a separate server, because their items would stand in the shop of other tests.
test.use({ ...ADMIN_WINDOW, sourceScale: 104 });

/** The day in Hong Kong, some days from now. */
const hongKong = (days: number) =>
  new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);

inEachLanguage((language) => {
  test("a coupon has a last day, and support moves it with a reason", async ({
    page,
    say,
    server,
    anotherPhone,
  }) => {
    const name = `Herbal tea ${language}`;
    const item = await newItem(server, name, {
      active: true,
      useWithinDays: 30,
      faceValueHkd: "24",
      costHkd: "9.5",
    });
    const member = await newMember(server, { points: 100 });
    await buy(server, member.email, item);
    const phone = await anotherPhone({ viewport: { width: 375, height: 812 } });
    await logIn(phone, say, member.email);
    await phone.goto(paths.rewards);
    const tile = phone.getByRole("button", { name });
    await expect(tile).toContainText(say("rewards:useBy", { day: formatDay(hongKong(30), language) }));
    await audit(phone, "a coupon with a last day");

    await signIn(page, say, OPERATOR, `${recordPath(adminPaths.members, member._id)}?tab=redemptions`);
    await page.getByRole("row").filter({ hasText: name }).click();
    for (const amount of ["HK$24.00", "HK$9.50"])
      await expect(page.getByRole("definition").filter({ hasText: amount })).toBeVisible();
    await button(page, say("adminMember:extend.open")).click();
    const dialog = page.getByRole("dialog", { name: say("adminMember:extend.title", { name }) });
    const day = field(page, say("adminMember:extend.until"));
    await day.fill(hongKong(30));
    await dialog.getByRole("textbox").last().fill("The shop was closed.");
    await button(dialog, say("adminMember:extend.open")).click();
    await expect(dialog.getByText(say("adminMember:extend.wrong"))).toBeVisible();
    await audit(page, "a last day that is not later");
    await day.fill(hongKong(60));
    await button(dialog, say("adminMember:extend.open")).click();
    const done = say("adminMember:extend.done", { day: formatDate(hongKong(60), language) });
    await expect(page.getByText(done)).toBeVisible();

    await phone.reload();
    await expect(tile).toContainText(say("rewards:useBy", { day: formatDay(hongKong(60), language) }));
  });
});
