import { adminPaths, newPath, recordPath } from "../src/admin/paths";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, field, inEnglish, OPERATOR, publish, signIn, title } from "./support/admin";
import { button, heading, link, logIn } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { CARD, LEVEL } from "./support/goals";
import { typeCode } from "./support/journey";
import { call, newItem, newMember, staffToken, tokenOf } from "./support/people";

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
    await expect(phone.getByText(coupon, { exact: true })).toBeVisible();
    await expect(link(phone, say("message:bought.open"))).toBeVisible();
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

  test("an operator takes a stamp of a scan back, and the member reads why", async ({
    page,
    say,
    server,
    anotherPhone,
  }) => {
    const token = await staffToken(server, OPERATOR);
    const member = await newMember(server, { points: 0 });
    const own = await tokenOf(server, member.email);
    const goals: { _id: string; name: { en: string } }[] = await call(server, "GET", "/api/goals", {
      token: own,
    });
    const goal = goals.find(({ name }) => name.en === CARD.en)?._id;
    const body = { name: `Mistake day ${language}`, gift: { kind: "stamp", goal }, shared: true };
    const { _id: id } = await call(server, "POST", "/api/admin/campaigns", { token, body });
    const made = await call(server, "POST", `/api/admin/campaigns/${id}/codes`, {
      token,
      body: { count: 1 },
    });
    await call(server, "POST", "/api/redeem/scanQR", { token: own, body: { qr: made.codes[0].text } });

    await signIn(page, say, OPERATOR, recordPath(adminPaths.campaigns, id));
    await button(page, say("adminCampaigns:scanList.show")).click();
    const scans = page.getByRole("table", { name: say("adminCampaigns:scanList.title") });
    const row = scans.getByRole("row").nth(1);
    await expect(row).toContainText(say("adminCampaigns:gifts.stamp"));
    await expect(row).toContainText(say("adminCampaigns:scanList.counts"));
    await audit(page, "the scans of a campaign");
    await row.getByRole("button").click();
    const dialog = page.getByRole("dialog", { name: say("adminCampaigns:scanList.ask") });
    await expect(dialog).toContainText(say("adminCampaigns:scanList.what.stamp"));
    await button(dialog, say("adminCampaigns:scanList.takeBack")).click();
    await expect(page.getByText(say("admin:reason.required"))).toBeVisible();
    await audit(page, "a scan to take back without a reason");
    await field(page, say("admin:reason.label")).fill("The wrong code");
    await button(dialog, say("adminCampaigns:scanList.takeBack")).click();
    await expect(row).toContainText(say("adminCampaigns:scanList.takenBack"));
    await expect(row).toContainText("The wrong code");
    await expect(row.getByRole("button")).toHaveCount(0);
    await audit(page, "a scan that was taken back");

    const phone = await anotherPhone({ viewport: { width: 375, height: 812 } });
    await logIn(phone, say, member.email);
    await phone.goto(paths.notifications);
    await expect(phone.getByText("The wrong code")).toBeVisible();
    await audit(phone, "a scan that was taken back, in the inbox");
  });
});
