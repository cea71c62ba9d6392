import { paths } from "../src/shared/paths";
import { button, heading, link, logIn } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { liveRule } from "./support/earningRules";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { call, newItem, newMember, staffToken } from "./support/people";
import type { Server } from "./support/server";

const EVERY_DAY = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const STANLEY = {
  name: { en: "Stanley", zh: "赤柱", zhhk: "赤柱" },
  address: { en: "22 Main Street", zh: "大街22号", zhhk: "大街22號" },
  district: "southern",
  position: { latitudeE6: 22_218_700, longitudeE6: 114_212_500 },
  phone: "+852 2345 0022",
  hours: [{ days: EVERY_DAY, from: "09:00", until: "18:00" }],
};
const TAI_PO = {
  name: { en: "Tai Po Market", zh: "大埔墟", zhhk: "大埔墟" },
  district: "taiPo",
  position: { latitudeE6: 22_444_600, longitudeE6: 114_169_600 },
  hours: [{ days: ["saturday"], from: "10:00", until: "12:00" }],
};

/** A partner with outlets that no other test has, because all tests of a browser share one demo. */
async function newPartner(server: Server, en: string, outlets: object[]): Promise<string> {
  const token = await staffToken(server, "operator@kapok.example");
  const body = { type: "shops", name: { en }, description: { en: "A shop." }, basePoints: "3", active: true };
  const { _id } = await call(server, "POST", "/api/admin/partners", {
    token,
    body: { ...body, useEnglish: true },
  });
  for (const outlet of outlets)
    await call(server, "POST", `/api/admin/partners/${_id}/outlets`, { token, body: outlet });
  return _id;
}

inEachLanguage((language) => {
  test("a member finds an outlet nearby, its hours and the way there", async ({
    page,
    context,
    say,
    server,
  }) => {
    const name = `Seaside Store ${language}`;
    await newPartner(server, name, [STANLEY, TAI_PO]);
    const member = await newMember(server);
    // Monday, 16 March 2026, at half past five in Hong Kong.
    await page.clock.setFixedTime("2026-03-16T17:30:00+08:00");
    await page.setViewportSize({ width: 375, height: 812 });
    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation({ latitude: 22.22, longitude: 114.2125 });
    await logIn(page, say, member.email);
    await page.goto(paths.explorer);
    await button(page, say("explorer:near")).click();
    await expect(heading(page, say("explorer:nearYou"))).toBeVisible();
    const tile = link(page, name);
    await expect(tile).toContainText("140 m");
    await expect(page.getByRole("main").getByRole("link").first()).toContainText("m");
    await audit(page, "partners nearby");
    await tile.click();
    await page.getByRole("link", { name: say("partner:outlets.title") }).click();
    const rows = page.getByRole("listitem");
    await expect(rows.first()).toContainText(STANLEY.name[language]);
    await expect(rows.first()).toContainText("140 m");
    await expect(rows.first()).toContainText(say("partner:outlets.soon", { until: "18:00" }));
    await expect(rows.last()).toContainText("25");
    const map = rows.first().getByRole("link", { name: say("partner:outlets.map") });
    await expect(map).toHaveAttribute("href", /22\.2187%2C114\.2125/);
    await expect(rows.first().getByRole("link", { name: say("partner:outlets.call") })).toHaveAttribute(
      "href",
      "tel:+85223450022",
    );
    await expect(page.getByText(say("partner:outlets.private"))).toBeVisible();
    await auditBoth(page, "outlets");
  });

  test("a member who does not share the position chooses a district", async ({ page, say, server }) => {
    const name = `Market Store ${language}`;
    await newPartner(server, name, [TAI_PO]);
    const member = await newMember(server);
    await logIn(page, say, member.email);
    await page.goto(paths.explorer);
    await button(page, say("explorer:near")).click();
    await expect(page.getByText(say("explorer:chooseDistrict"))).toBeVisible();
    await page
      .getByRole("combobox", { name: say("explorer:district") })
      .selectOption({ label: say("explorer:districts.taiPo") });
    await expect(link(page, name)).toBeVisible();
    await expect(page.getByRole("link", { name: "Stanley" })).toHaveCount(0);
    await audit(page, "partners of a district");
  });
});

inEachLanguage((language) => {
  test("the search finds partners by district, outlet and reward, and tiles show bonuses", async ({
    page,
    say,
    server,
  }) => {
    const name = `Lantern Shop ${language}`;
    const partner = await newPartner(server, name, [STANLEY, TAI_PO]);
    const reward = `Rice lantern ${language}`;
    await newItem(server, reward, { active: true, partnerId: partner });
    const week = { en: `Triple week ${language}`, zh: "三倍周", zhhk: "三倍週" };
    await liveRule(server, {
      name: week,
      bonus: { kind: "multiplier", factor: "3" },
      until: "2099-12-31",
      budget: { unit: "points", amount: 100_000 },
      partners: [partner],
    } as Parameters<typeof liveRule>[1]);
    const member = await newMember(server);
    await logIn(page, say, member.email);
    await page.goto(paths.explorer);
    const tile = link(page, name);
    await expect(tile).toContainText(`×3 ${week[language]}`);
    const search = page.getByRole("searchbox", { name: say("explorer:search") });
    const district = say("explorer:districts.southern");
    for (const typed of [district, STANLEY.name[language], STANLEY.address[language], "lantern shop"]) {
      await search.fill(typed);
      await expect(tile).toBeVisible();
    }
    // The rewards were not opened before, and nothing else of the partner has these words.
    await search.fill(reward);
    await expect(tile).toBeVisible();
    await expect(page.getByRole("main").getByRole("link")).toHaveCount(1);
    await page.setViewportSize({ width: 375, height: 812 });
    const list = await page.getByRole("list").filter({ has: tile }).boundingBox();
    const alone = await tile.boundingBox();
    expect(alone?.width, "a tile alone in its row fills it").toBe(list?.width);
    await audit(page, "a bonus on a tile");
  });

  test("a bonus at some outlets says so on the tile of their partner", async ({ page, say, server }) => {
    const name = `Harbour Shop ${language}`;
    const partner = await newPartner(server, name, [STANLEY, TAI_PO]);
    const token = await staffToken(server, "operator@kapok.example");
    const [outlet] = await call(server, "GET", `/api/admin/partners/${partner}/outlets`, { token });
    const bonus = { en: `Harbour days ${language}`, zh: "海滨日", zhhk: "海濱日" };
    await liveRule(server, {
      name: bonus,
      bonus: { kind: "multiplier", factor: "2" },
      budget: { unit: "points", amount: 10_000 },
      outlets: [outlet._id],
    } as Parameters<typeof liveRule>[1]);
    const member = await newMember(server);
    await page.setViewportSize({ width: 375, height: 812 });
    await logIn(page, say, member.email);
    await page.goto(paths.explorer);
    const tile = link(page, name);
    await expect(tile).toContainText(`×2 ${bonus[language]} · ${say("explorer:bonus.outlets")}`);
    await page.getByRole("searchbox", { name: say("explorer:search") }).fill(name);
    await auditBoth(page, "a bonus of some outlets");
  });
});
