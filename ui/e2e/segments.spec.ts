import { changeWords, percent, shareOf } from "../src/admin/members/segments/figures";
import type { Segment } from "../src/admin/members/segments/segments";
import { adminPaths, newPath } from "../src/admin/paths";
import { formatPoints } from "../src/i18n/format";
import { ADMIN_WINDOW, field, OPERATOR, signIn, title } from "./support/admin";
import { button } from "./support/app";
import { audit } from "./support/audit";
import { fillNames, limit } from "./support/earningRules";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { call, newMember, staffToken } from "./support/people";
import { refusalIn } from "./support/words";

test.use(ADMIN_WINDOW);

inEachLanguage((language) => {
  test("a segment is counted while it is typed, saved, and asked about one member", async ({
    page,
    say,
    server,
    watch,
  }) => {
    test.setTimeout(120_000);
    watch.expectStatus(409, "/api/admin/segments/");
    // Points that no other member of the demo has.
    const points = { en: 83_250, zh: 83_251, zhhk: 83_252 }[language];
    const member = await newMember(server, { points });
    await signIn(page, say, OPERATOR, newPath(adminPaths.segments));
    await field(page, say("adminSegments:name")).fill(`Savers ${language}`);
    const line = page.getByRole("group", { name: say("adminSegments:lineNumber", { number: 1 }) });
    await line.getByLabel(say("adminSegments:values.kind")).selectOption("balance");
    await line.getByLabel(say("adminSegments:values.min")).fill(String(points));
    await line.getByLabel(say("adminSegments:values.max")).fill(String(points));
    await expect(page.getByText(say("adminSegments:allMembers"))).toBeVisible();
    await audit(page, "a segment with its count");
    await button(page, say("admin:save")).click();
    await expect(title(page, `Savers ${language}`)).toBeVisible();
    await expect(page.locator(`a[href$="${member._id}"]`)).toBeVisible();
    await page.getByRole("searchbox", { name: say("adminMembers:search") }).fill(member.email);
    await page.getByRole("button", { name: member.email }).click();
    await expect(page.getByText(say("adminSegments:check.in"))).toBeVisible();
    await audit(page, "a saved segment and one member of it");

    const segment = page.url();
    await test.step("an announcement goes to its members", async () => {
      await page.goto(newPath(adminPaths.announcements));
      for (const tongue of ["English", "简体中文", "繁體中文（香港）"]) {
        await page.getByRole("tab", { name: new RegExp(`^${tongue}`) }).click();
        await field(page, say("adminAnnouncements:fields.title")).fill(`For savers ${language}`);
        await field(page, say("adminAnnouncements:fields.body")).fill("Thank you for saving.");
      }
      await page.getByRole("radio", { name: say("adminAnnouncements:whom.some") }).check();
      const chosen = page.getByLabel(say("adminAnnouncements:whom.segment"), { exact: true });
      await chosen.selectOption({ label: `Savers ${language}` });
      await expect(
        page.getByText(say("adminAnnouncements:whom.reach", { count: 1, members: "1" })),
      ).toBeVisible();
      await audit(page, "an announcement to a segment");
      await button(page, say("admin:create")).click();
      await expect(title(page, `For savers ${language}`)).toBeVisible();
    });

    await test.step("a rule gives to its members", async () => {
      const box = (name: string) => page.getByRole("textbox", { name, exact: true });
      await page.goto(newPath(adminPaths.rules));
      await fillNames(page, say, () => `for savers ${language}`);
      await page.getByLabel(say("adminRules:form.bonus"), { exact: true }).selectOption("fixed");
      await box(say("adminRules:form.points")).fill("5");
      await limit(page, say, 500);
      const chosen = page.getByLabel(say("adminRules:form.segment"), { exact: true });
      await chosen.selectOption({ label: `Savers ${language}` });
      await audit(page, "a rule for a segment");
      await button(page, say("admin:create")).click();
      await expect(title(page, `for savers ${language}`)).toBeVisible();
    });

    await test.step("the segment names both, and stays while they use it", async () => {
      await page.goto(segment);
      const uses = (kind: "announcement" | "earningRule") =>
        page.getByRole("listitem").filter({ hasText: say(`adminSegments:users.${kind}`) });
      await expect(uses("announcement")).toContainText(`For savers ${language}`);
      await expect(uses("earningRule")).toContainText(`for savers ${language}`);
      await button(page, say("adminSegments:remove.action")).click();
      const asked = page.getByRole("alertdialog");
      await expect(asked).toContainText(say("adminSegments:remove.used"));
      await audit(page, "a segment that is in use");
      await button(asked, say("adminSegments:remove.action")).click();
      await expect(asked.getByText(refusalIn(language, "segment_in_use"))).toBeVisible();
    });

    await test.step("it is found in the list, and begins a copy and an announcement", async () => {
      await page.goto(adminPaths.segments);
      const search = page.getByRole("searchbox", { name: say("adminSegments:search") });
      await search.fill("no such segment");
      await expect(page.getByText(say("adminSegments:nothingFound.title"))).toBeVisible();
      await audit(page, "segments without a match");
      await search.fill("");
      const row = (name: string) =>
        page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
      const token = await staffToken(server, "operator@kapok.example");
      const listed: Segment[] = await call(server, "GET", "/api/admin/segments", { token });
      // The demo has counts of four weeks before, and the new segment has none.
      for (const [name, isOld] of [
        ["New or invited", true],
        [`Savers ${language}`, false],
      ] as const) {
        const segment = listed.find((one) => one.name === name);
        if (!segment) throw new Error(`no segment ${name}`);
        const words = isOld ? changeWords(segment.change ?? Number.NaN) : "–";
        // The columns: the name, the members, their change.
        await expect(row(name).getByRole("cell").nth(2)).toHaveText(words);
        const share = percent(shareOf(segment) ?? Number.NaN);
        await expect(row(name).getByRole("cell", { name: share, exact: true })).toBeVisible();
      }
      await audit(page, "segments with their share and their change");
      await search.fill(`savers ${language}`);
      await page.getByRole("link", { name: `Savers ${language}`, exact: true }).click();
      await page.getByRole("link", { name: say("adminSegments:copy"), exact: true }).click();
      const copied = say("adminSegments:copyOf", { name: `Savers ${language}` });
      await expect(field(page, say("adminSegments:name"))).toHaveValue(copied);
      await expect(line.getByLabel(say("adminSegments:values.min"))).toHaveValue(String(points));
      await button(page, say("admin:save")).click();
      await expect(title(page, copied)).toBeVisible();
      await page.getByRole("link", { name: say("adminSegments:announce"), exact: true }).click();
      const whom = page.getByLabel(say("adminAnnouncements:whom.segment"), { exact: true });
      await expect(whom.locator("option:checked")).toHaveText(copied);
    });
  });

  test("a list of members is checked row by row before it is saved", async ({ page, say, server }) => {
    const member = await newMember(server, { points: 0 });
    await signIn(page, say, OPERATOR, adminPaths.segments);
    await button(page, say("adminSegments:list.add")).click();
    const dialog = page.getByRole("dialog", { name: say("adminSegments:list.title") });
    const rows = dialog.getByRole("textbox", { name: say("adminSegments:list.rows") });
    await rows.fill(`member\n${member.email}\nnobody-${language}@kapok.example\n${member.email}`);
    await button(dialog, say("adminSegments:list.check")).click();
    await expect(dialog.getByText(say("adminSegments:codes.unknown_member"))).toBeVisible();
    await expect(dialog.getByText(say("adminSegments:codes.twice_in_file"))).toBeVisible();
    await audit(page, "a list with rows that are left out");
    const save = button(dialog, say("adminSegments:list.save", { count: 1, members: formatPoints(1) }));
    await save.click();
    await expect(dialog.getByText(say("adminSegments:list.nameRequired"))).toBeVisible();
    await field(page, say("adminSegments:list.name")).fill(`Volunteers ${language}`);
    await save.click();
    await expect(title(page, `Volunteers ${language}`)).toBeVisible();
    await expect(page.getByText(say("adminSegments:list.text"))).toBeVisible();
  });
});
