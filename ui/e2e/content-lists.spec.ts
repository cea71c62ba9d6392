import { adminPaths, recordPath } from "../src/admin/paths";
import { ADMIN_WINDOW, OPERATOR, signIn, title } from "./support/admin";
import { button, link } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { call, newAnnouncement, newDraft, newItem, staffToken } from "./support/people";

test.use(ADMIN_WINDOW);

test("a list of content loads by pages and keeps the selection across pages", async ({
  page,
  say,
  server,
}) => {
  const names = Array.from({ length: 22 }, (_, at) => `Tide table ${String(at + 1).padStart(2, "0")}`);
  for (const en of names) await newDraft(server, { en, zh: en, zhhk: en });
  await signIn(page, say, OPERATOR, adminPaths.articles);
  const asked = page.waitForRequest((request) => request.url().includes("q=Tide"));
  await page.getByRole("searchbox").fill("Tide table");
  // The request asks for one page without the long texts.
  expect((await asked).url()).toMatch(/limit=20&.*brief=true/);
  const table = page.getByRole("table");
  await expect(table.getByRole("link", { name: "Tide table 22" })).toBeVisible();
  await expect(page.getByText(say("admin:rangeOf", { first: 1, last: 20, total: 22 }))).toBeVisible();
  const tick = (name: string) => table.getByRole("checkbox", { name: say("adminContent:select", { name }) });
  await tick("Tide table 22").check();
  await button(page, say("admin:nextPage")).click();
  await expect(table.getByRole("link", { name: "Tide table 01" })).toBeVisible();
  await tick("Tide table 01").check();
  await button(page, say("adminContent:archive")).click();
  await expect(page.getByText(say("adminContent:changedMany", { count: 2 }))).toBeVisible();
  await page.getByRole("combobox", { name: say("adminContent:state") }).selectOption("archived");
  await expect(table.getByRole("link")).toHaveText(["Tide table 22", "Tide table 01"]);
  const head = page.getByRole("columnheader", { name: say("adminArticles:article"), exact: true });
  await head.getByRole("button").click();
  await expect(table.getByRole("link")).toHaveText(["Tide table 01", "Tide table 22"]);
  await expect(head).toHaveAttribute("aria-sort", "ascending");
  await audit(page, "articles by name");
  // The address keeps the order, also where a select takes the place of hidden heads.
  await page.setViewportSize({ width: 375, height: 812 });
  await page.reload();
  await button(page, say("admin:filtersOn", { on: 1 })).click();
  const order = page.getByRole("combobox", { name: say("adminContent:sort") });
  await expect(order).toHaveValue("name");
  await order.selectOption("newest");
  await expect(table.getByRole("link")).toHaveText(["Tide table 22", "Tide table 01"]);
  await page.getByLabel(say("adminContent:createdTo"), { exact: true }).fill("2020-01-01");
  await expect(page.getByText(say("adminContent:none.title"))).toBeVisible();
  await expect(page).toHaveURL(/to=2020-01-01/);
  await audit(page, "no article of these days");
});

inEachLanguage((language) => {
  test("a record begins a new draft with its own name", async ({ page, say, server }) => {
    const name = `Paper boats ${language}`;
    const words = { en: name, zh: name, zhhk: name };
    const token = await staffToken(server, OPERATOR);
    const body = { name: words, points: 5, perMember: 1, total: -1, shared: true, active: false };
    const campaign = await call(server, "POST", "/api/admin/campaigns", { token, body });
    const records = [
      [adminPaths.articles, await newDraft(server, words)],
      [adminPaths.items, await newItem(server, name)],
      [adminPaths.campaigns, String(campaign._id)],
      [adminPaths.announcements, await newAnnouncement(server, name)],
    ] as const;
    await signIn(page, say, OPERATOR, adminPaths.account);
    for (const [list, id] of records)
      await test.step(list, async () => {
        await page.goto(recordPath(list, id));
        await expect(title(page, name)).toBeVisible();
        await link(page, say("adminContent:copyAsDraft")).click();
        await expect(page).toHaveURL(new RegExp(`copy=${id}`));
        await expect(page.getByRole("textbox").first()).toHaveValue(`${name} (2)`);
        await audit(page, `a copy in ${list.replaceAll("/", " ")}, ${language}`);
        await button(page, say("admin:create")).click();
        await expect(title(page, `${name} (2)`)).toBeVisible();
        await expect(page).not.toHaveURL(new RegExp(id));
      });
  });
});
