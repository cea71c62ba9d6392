import { adminPaths, newPath } from "../src/admin/paths";
import { formatPoints } from "../src/i18n/format";
import { ADMIN_WINDOW, field, OPERATOR, signIn, title } from "./support/admin";
import { button } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { newMember } from "./support/people";

test.use(ADMIN_WINDOW);

inEachLanguage((language) => {
  test("a segment is counted while it is typed, saved, and asked about one member", async ({
    page,
    say,
    server,
  }) => {
    // Points that no other member of the demo has.
    const member = await newMember(server, { points: 83_250 });
    await signIn(page, say, OPERATOR, newPath(adminPaths.segments));
    await field(page, say("adminSegments:name")).fill(`Savers ${language}`);
    const line = page.getByRole("group", { name: say("adminSegments:lineNumber", { number: 1 }) });
    await line.getByLabel(say("adminSegments:values.kind")).selectOption("balance");
    await line.getByLabel(say("adminSegments:values.min")).fill("83250");
    await line.getByLabel(say("adminSegments:values.max")).fill("83250");
    await expect(page.getByText(say("adminSegments:allMembers"))).toBeVisible();
    await audit(page, "a segment with its count");
    await button(page, say("admin:save")).click();
    await expect(title(page, `Savers ${language}`)).toBeVisible();
    await expect(page.locator(`a[href$="${member._id}"]`)).toBeVisible();
    await page.getByRole("searchbox", { name: say("adminMembers:search") }).fill(member.email);
    await page.getByRole("button", { name: member.email }).click();
    await expect(page.getByText(say("adminSegments:check.in"))).toBeVisible();
    await audit(page, "a saved segment and one member of it");
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
