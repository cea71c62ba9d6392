import { changeWords, percent, shareOf } from "../src/admin/members/segments/figures";
import type { Segment } from "../src/admin/members/segments/segments";
import { adminPaths } from "../src/admin/paths";
import { formatPoints } from "../src/i18n/format";
import type { Language } from "../src/i18n/language";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, OPERATOR, signIn, title } from "./support/admin";
import { button, link, logIn } from "./support/app";
import { audit } from "./support/audit";
import { drawn, poorTables } from "./support/fit";
import { expect, inEachLanguage, inOneLanguage, test } from "./support/fixtures";
import { ALICE, call, staffToken, tokenOf } from "./support/people";

test.use({ ...ADMIN_WINDOW, programme: "filled" });

const DAY_MS = 86_400_000;
const TENTH_RIDE = { en: "tenth ride", zh: "第十程", zhhk: "第十程" };

inEachLanguage((language) => {
  test("the demo's segments tell how they changed in four weeks", async ({ page, say, server }) => {
    const token = await staffToken(server, OPERATOR);
    const listed: Segment[] = await call(server, "GET", "/api/admin/segments", { token });
    await signIn(page, say, OPERATOR, adminPaths.segments);
    for (const segment of listed) {
      const row = page.getByRole("row").filter({
        has: page.getByRole("link", { name: segment.name, exact: true }),
      });
      const words = changeWords(segment.change ?? Number.NaN);
      await expect(row.getByRole("cell", { name: words, exact: true })).toBeVisible();
      const share = percent(shareOf(segment) ?? Number.NaN);
      await expect(row.getByRole("cell", { name: share, exact: true })).toBeVisible();
    }
    expect(listed.some(({ change }) => (change ?? 0) > 0)).toBe(true);
    expect(listed.some(({ change }) => (change ?? 0) < 0)).toBe(true);
    await audit(page, "segments that grew and shrank");
  });

  test("the demo shows a simulation, exchanges that wait and points that end", async ({
    page,
    say,
    server,
    anotherPhone,
  }) => {
    await signIn(page, say, OPERATOR, adminPaths.rules);
    await link(page, TENTH_RIDE[language]).click();
    await expect(title(page, TENTH_RIDE[language])).toBeVisible();
    await link(page, say("adminRules:simulate")).click();
    const byPartner = page.getByRole("table", { name: say("adminRules:trial.byPartner") });
    await expect(byPartner.getByRole("row").last()).toContainText(/\+[1-9]/);
    await button(page, say("adminRules:trial.again")).click();
    await expect(byPartner.getByRole("row").last()).toContainText(/\+[1-9]/);
    await audit(page, "a simulation over the demo's purchases");
    await page.goto(adminPaths.settlement);
    await expect(page.getByRole("row").filter({ hasText: "0x" }).first()).toBeVisible();

    await page.goto(adminPaths.expiry);
    await expect(page.getByText(say("adminExpiry:chart.unspent"), { exact: true })).toBeVisible();
    await page.getByText(say("adminExpiry:assumptions.title"), { exact: true }).click();
    await expect(page.getByText(say("adminExpiry:assumptions.share"))).toBeVisible();
    // An operator reads which notices members get, and cannot change them.
    await expect(page.getByRole("switch", { name: say("adminExpiry:told.thirty.name") })).toBeDisabled();
    await expect(button(page, say("adminExpiry:switchOn"))).toBeHidden();
    await audit(page, "what probably expires unspent in the demo");

    const phone = await anotherPhone({ viewport: { width: 375, height: 812 } });
    await logIn(phone, say, ALICE.email);
    const token = await tokenOf(server, ALICE.email);
    const { expiring, pending } = await call(server, "GET", "/api/transaction/expiring", { token });
    const { points } = expiring[0];
    expect(points).toBeGreaterThan(0);
    const ends = say("points:stub.expire", { count: points, points: formatPoints(points) });
    await expect(phone.getByText(ends)).toBeVisible();
    expect(pending[0].points).toBe(160);
    await expect(phone.getByText(say("points:stub.pending", { points: "160" }))).toBeVisible();
    await audit(phone, "Home with points of the demo that end");
    const coupons: { useBy?: string }[] = await call(server, "GET", "/api/redeem/myredeems", { token });
    const left = coupons.map(({ useBy = "" }) => Date.parse(useBy) - Date.now()).filter((time) => time > 0);
    expect(
      left.some((time) => time < 10 * DAY_MS),
      "a coupon that ends soon",
    ).toBe(true);
    expect(
      left.some((time) => time > 30 * DAY_MS),
      "a coupon with time left",
    ).toBe(true);
  });

  test("the demo shows a claim that waits, a tree with petals and a stamp card under way", async ({
    page,
    say,
    server,
    anotherPhone,
  }) => {
    await signIn(page, say, OPERATOR, adminPaths.claims);
    const waiting = page.getByRole("row").filter({ hasText: "136.00" });
    await expect(waiting.getByRole("checkbox")).toBeVisible();
    await audit(page, "the claims of the demo that wait");

    const phone = await anotherPhone({ viewport: { width: 375, height: 812 } });
    await logIn(phone, say, ALICE.email);
    await phone.goto(paths.carbon);
    const tree = say("carbon:picture", { year: "20\\d\\d", blooms: ".*[1-9].*" });
    await expect(phone.getByRole("img", { name: new RegExp(tree) })).toBeVisible();
    await audit(phone, "the tree of the demo");
    await phone.goto(paths.points);
    await phone.getByRole("main").getByRole("button").filter({ hasText: "+160" }).click();
    const receipt = phone.getByRole("dialog");
    await expect(
      receipt.getByText(say("points:receipt.bill", { amount: "HK$80.00" }), { exact: true }),
    ).toBeVisible();
    await expect(receipt.getByText("1.7 kg CO₂e")).toBeVisible();
    await audit(phone, "a receipt of the demo");
    const token = await tokenOf(server, ALICE.email);
    const goals: {
      name: Record<Language, string>;
      kind: string;
      state: string;
      progress: number;
      target: number;
    }[] = await call(server, "GET", "/api/goals", { token });
    const card = goals.find(({ kind, state }) => kind === "stampCard" && state === "open");
    expect(card?.progress).toBeGreaterThan(0);
    await phone.goto(paths.goals);
    const progress = say("goals:progress", { done: String(card?.progress), target: String(card?.target) });
    const cards = phone.getByRole("region", { name: say("goals:cards") });
    const name = card?.name[language] ?? "";
    await expect(cards.getByRole("button").filter({ hasText: name })).toContainText(progress);
    await audit(phone, "the stamp card of the demo");
  });
});

inOneLanguage("zhhk", () => {
  test("the lists of the desk have something of every state", async ({ server }) => {
    const token = await staffToken(server, OPERATOR);
    const list = (path: string) => call(server, "GET", path, { token });
    const news: { state: string; delivered: number }[] = await list("/api/admin/notifications");
    const states = news.map(({ state, delivered }) => `${state} ${delivered > 0}`).sort();
    expect(states).toEqual(["draft false", "draft false", "sent true", "sent true"]);
    const articles: { likes: number; reads: number }[] = await list("/api/admin/articles");
    expect(articles.some(({ likes, reads }) => likes > 0 && reads > 0)).toBe(true);
    const claims: { hasPhoto: boolean }[] = await list("/api/admin/claims");
    expect(claims.some(({ hasPhoto }) => hasPhoto)).toBe(true);
    for (const person of ["editor", "support", "finance", "auditor"])
      expect(await staffToken(server, `${person}@kapok.example`)).toBeTruthy();
  });

  for (const width of [375, 768, 1280])
    test(`no figure breaks and no table scrolls sideways at ${width} pixels`, async ({ page, say }) => {
      test.setTimeout(120_000);
      await signIn(page, say, OPERATOR, adminPaths.rules);
      await page.setViewportSize({ width, height: 900 });
      const { rules, segments, members, goals, campaigns, money, bills, transactions } = adminPaths;
      for (const path of [rules, segments, members, goals, campaigns, money, bills, transactions])
        await test.step(path, async () => {
          await page.goto(path);
          await expect(page.getByRole("table").first()).toBeVisible();
          await drawn(page);
          expect.soft(await poorTables(page), path).toEqual([]);
        });
    });
});
