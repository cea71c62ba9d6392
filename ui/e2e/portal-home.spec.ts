import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { portalPaths } from "../src/admin/portal/paths";
import { ADMIN_WINDOW, signIn, title } from "./support/admin";
import { button } from "./support/app";
import { auditBoth } from "./support/audit";
import { liveRule } from "./support/earningRules";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { call, merchant, newMember, staffToken } from "./support/people";
import type { Server } from "./support/server";
import type { Say } from "./support/words";

// The factor gives these tests a server of their own, because they add an outlet and a rule to the demo's merchant.
test.use({ ...ADMIN_WINDOW, programme: "filled", sourceScale: 132 });

const MANAGER = "merchant@kapok.example";
const PIER = "Pier 4";
const HOUR = "lantern hours";

interface Outlet {
  _id: string;
  name: { en: string };
}

/** The outlets of the demo's merchant, with one at which nothing was sold. */
async function outletsOf(server: Server): Promise<Outlet[]> {
  const { partnerId } = await merchant(server);
  const path = `/api/admin/partners/${partnerId}/outlets`;
  const token = await staffToken(server, "operator@kapok.example");
  const found: Outlet[] = await call(server, "GET", path, { token });
  if (found.some(({ name }) => name.en === PIER)) return found;
  const body = { name: { en: PIER, zh: PIER, zhhk: PIER } };
  return [...found, await call(server, "POST", path, { token, body })];
}

/** A purchase at the merchant's counter, so that today has points. */
async function purchase(server: Server) {
  const { shortId } = await newMember(server);
  await call(server, "POST", "/api/merchant/award", {
    token: await staffToken(server, MANAGER),
    headers: { "Idempotency-Key": randomUUID() },
    body: { member: shortId, amountHkd: "50" },
  });
}

/** The lines of the file with the figures of Home. */
async function savedFigures(page: Page, say: Say): Promise<string[]> {
  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: new RegExp(say("portal:home.export")) }).click();
  return (await readFile(await (await saved).path())).toString().trim().split(/\r?\n/);
}

inEachLanguage((language) => {
  test("Home shows one outlet, saves its figures and has the bonus hours", async ({ page, say, server }) => {
    const outlets = await outletsOf(server);
    const pier = outlets.find(({ name }) => name.en === PIER)?._id ?? "";
    const others = outlets.filter(({ _id }) => _id !== pier).map(({ _id }) => _id);
    await liveRule(server, {
      name: { en: HOUR, zh: HOUR, zhhk: HOUR },
      bonus: { kind: "multiplier", factor: "2" },
      hours: { from: "00:00", until: "24:00" },
      outlets: others,
      minimumBillHkd: "30",
      until: "2099-12-31",
      budget: { unit: "hkd", amount: "500" },
    });
    await purchase(server);
    await signIn(page, say, MANAGER);
    const bonuses = page.getByRole("list", { name: say("portal:bonuses.title") });
    const hour = bonuses.getByRole("listitem").filter({ hasText: HOUR });
    await expect(hour).toContainText("×2");
    await expect(hour).toContainText(say("portal:bonuses.untilMidnight"));
    await expect(hour).toContainText(say("portal:bonuses.leftHkd", { left: "500", amount: "500" }));
    await expect(page.getByRole("heading", { name: say("portal:home.outlets") })).toBeVisible();
    // The till of the demo has not called since it was set up.
    const away = page.getByRole("link", { name: new RegExp(say("portal:needs.tills", { count: 1 })) });
    await expect(away).toBeVisible();
    await auditBoth(page, `Home with a bonus hour, ${language}`);
    const all = await savedFigures(page, say);
    expect(all[0]).toContain("period,from,until,hour");
    expect(all.filter((line) => line.startsWith("week,"))).toHaveLength(1);
    expect(all.filter((line) => line.startsWith("day,")).length).toBeGreaterThan(2);

    const choice = page.getByRole("combobox", { name: say("portal:sales.outlet") });
    await choice.selectOption({ label: PIER });
    await expect(page).toHaveURL(`${portalPaths.home}?outlet=${pier}`);
    await expect(page.getByRole("heading", { name: say("portal:home.cashiers") })).toBeVisible();
    await expect(hour).toHaveCount(0);
    await expect(away).toHaveCount(0);
    await expect(page.getByText(say("portal:home.nothing"))).toHaveCount(2);
    await page.reload();
    await expect(choice).toHaveValue(pier);
    await expect(page.getByText(say("portal:home.nothing"))).toHaveCount(2);
    await auditBoth(page, `Home of an outlet without sales, ${language}`);
    const pierAlone = await savedFigures(page, say);
    expect(pierAlone.map((line) => line.split(",")[0])).toEqual(["period", "day", "week", "month"]);

    // An outlet that is not the partner's is left out.
    await page.goto(`${portalPaths.home}?outlet=${crypto.randomUUID()}`);
    await expect(choice).toHaveValue("");
    await expect(hour).toBeVisible();

    await page.setViewportSize({ width: 375, height: 812 });
    const width = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(await width()).toBeLessThanOrEqual(0);
    await button(page, say("portal:bonuses.propose")).click();
    await expect(title(page, say("adminProposals:untitled"))).toBeVisible();
    expect(page.url()).toContain(`${portalPaths.proposals}/`);
  });
});
