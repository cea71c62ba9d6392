import { adminPaths, newPath } from "../src/admin/paths";
import { ADMIN_WINDOW, field, inEnglish, OPERATOR, publish, signIn, title } from "./support/admin";
import { button, heading, link, logIn } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { typeCode } from "./support/journey";
import { newItem, newMember } from "./support/people";

// The factor gives these tests a separate server, because their items would stand in the shop of other tests.
test.use({ ...ADMIN_WINDOW, sourceScale: 104 });

inEachLanguage((language) => {
  test("a campaign gives a coupon to the member who scans its code", async ({
    page,
    say,
    server,
    anotherPhone,
  }) => {
    const choice = (name: string) => page.getByRole("combobox", { name: new RegExp(`^${name}`) });
    const coupon = `Reed basket ${language}`;
    await newItem(server, coupon, { active: true });
    await signIn(page, say, OPERATOR, newPath(adminPaths.campaigns));
    await inEnglish(page);
    await field(page, say("adminCampaigns:fields.name")).fill(`Basket day ${language}`);
    await choice(say("adminCampaigns:fields.gift")).selectOption("item");
    await page.getByRole("radio", { name: say("adminCampaigns:kinds.singleLong") }).check();
    await button(page, say("admin:create")).click();
    const chosen = choice(say("adminCampaigns:fields.item"));
    await expect(chosen).toHaveAttribute("aria-invalid", "true");
    await chosen.selectOption(coupon);
    await audit(page, "a campaign that gives a coupon");
    await button(page, say("admin:create")).click();
    await expect(title(page, `Basket day ${language}`)).toBeVisible();
    await field(page, say("adminCampaigns:codes.count")).fill("1");
    await button(page, say("adminCampaigns:codes.make")).click();
    const codes = page.getByRole("table", { name: say("adminCampaigns:codes.title") });
    await expect(codes.getByRole("row")).toHaveCount(2);
    await publish(page, say, { inEnglish: true });
    const code = (await codes.locator("td:first-child").textContent()) ?? "";

    const member = await newMember(server, { points: 0 });
    const phone = await anotherPhone({ viewport: { width: 375, height: 812 } });
    await logIn(phone, say, member.email);
    await typeCode(phone, say, code);
    await expect(heading(phone, say("scan:item"))).toBeVisible();
    await audit(phone, "a coupon as a gift");
    await link(phone, say("scan:see.item")).click();
    await expect(phone.getByRole("button", { name: coupon })).toBeVisible();
  });
});
