import { adminPaths, newPath } from "../src/admin/paths";
import { ADMIN_WINDOW, field, inEnglish, OPERATOR, publish, signIn, title } from "./support/admin";
import { button, heading, link, logIn } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { typeCode } from "./support/journey";
import { newItem, newMember } from "./support/people";

// The factor gives these tests a separate server, because their items would stand in the shop of other tests.
test.use({ ...ADMIN_WINDOW, sourceScale: 104 });

/** The stamp card of the demo, and the second level of its ladder. */
const CARD = { en: "Six green choices", zh: "六次绿色选择", zhhk: "六次綠色選擇" };
const LEVEL = { en: "Bloom", zh: "花开", zhhk: "花開" };

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

  test("campaigns give a stamp, and progress to a level", async ({ page, say, server, anotherPhone }) => {
    test.setTimeout(120_000);
    const choice = (name: string) => page.getByRole("combobox", { name: new RegExp(`^${name}`) });
    await signIn(page, say, OPERATOR, newPath(adminPaths.campaigns));
    /** Makes a campaign with one code and publishes it; gives the text of the code. */
    const made = async (gift: "stamp" | "progress", fill: () => Promise<unknown>) => {
      await page.goto(newPath(adminPaths.campaigns));
      await inEnglish(page);
      await field(page, say("adminCampaigns:fields.name")).fill(`${gift} day ${language}`);
      await choice(say("adminCampaigns:fields.gift")).selectOption(gift);
      await fill();
      await page.getByRole("radio", { name: say("adminCampaigns:kinds.singleLong") }).check();
      await audit(page, `a campaign that gives ${gift}`);
      await button(page, say("admin:create")).click();
      await expect(title(page, `${gift} day ${language}`)).toBeVisible();
      await field(page, say("adminCampaigns:codes.count")).fill("1");
      await button(page, say("adminCampaigns:codes.make")).click();
      const codes = page.getByRole("table", { name: say("adminCampaigns:codes.title") });
      await expect(codes.getByRole("row")).toHaveCount(2);
      await publish(page, say, { inEnglish: true });
      return (await codes.locator("td:first-child").textContent()) ?? "";
    };
    const stamp = await made("stamp", () =>
      choice(say("adminCampaigns:fields.goal")).selectOption({ label: CARD[language] }),
    );
    // The ladder of the demo counts points, and its second level begins at 2,000.
    const progress = await made("progress", () =>
      field(page, say("adminCampaigns:fields.amount")).fill("2100"),
    );

    const member = await newMember(server, { points: 0 });
    const phone = await anotherPhone({ viewport: { width: 375, height: 812 } });
    await logIn(phone, say, member.email);
    await typeCode(phone, say, stamp);
    await expect(heading(phone, say("scan:stamp"))).toBeVisible();
    await audit(phone, "a stamp as a gift");
    await link(phone, say("scan:see.stamp")).click();
    const card = phone
      .getByRole("region", { name: say("goals:cards") })
      .getByRole("button")
      .first();
    await expect(card).toContainText(say("goals:progress", { done: "1", target: "6" }));
    await typeCode(phone, say, progress);
    await expect(heading(phone, say("scan:progress"))).toBeVisible();
    await audit(phone, "progress as a gift");
    await link(phone, say("scan:see.progress")).click();
    const level = phone.getByRole("button").filter({ hasText: say("goals:tier.yours") });
    await expect(level).toContainText(LEVEL[language]);
    await audit(phone, "a level by a gift");
  });
});
