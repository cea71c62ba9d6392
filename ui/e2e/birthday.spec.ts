import { birthdayText } from "../src/shared/birthday";
import { paths } from "../src/shared/paths";
import { button, link, logIn } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { newMember } from "./support/people";
import { refusalIn } from "./support/words";

inEachLanguage((language) => {
  test("a member sets the birthday once, and another phone cannot change it", async ({
    page,
    say,
    server,
    anotherPhone,
    watch,
  }) => {
    watch.expectStatus(409, "/api/auth/birthday");
    const member = await newMember(server);
    const other = await anotherPhone();
    await logIn(other, say, member.email);
    await other.goto(paths.edit);
    await other.getByLabel(say("edit:month")).selectOption("03");
    await other.getByLabel(say("edit:day")).selectOption("01");

    await logIn(page, say, member.email);
    await page.goto(paths.profile);
    await link(page, `${say("profile:add")} ${say("profile:birthday")}`).click();
    const [month, day] = [page.getByLabel(say("edit:month")), page.getByLabel(say("edit:day"))];
    const save = button(page, say("edit:saveBirthday"));
    await save.click();
    await expect(month).toHaveAccessibleDescription(say("edit:errors.monthRequired"));
    await expect(day).toHaveAccessibleDescription(say("edit:errors.dayRequired"));
    await audit(page, "a birthday without a day");
    await month.selectOption("02");
    await day.selectOption("30");
    await save.click();
    await expect(day).toHaveAccessibleDescription(say("edit:errors.noSuchDay"));
    await expect(day).toBeFocused();
    await auditBoth(page, "a birthday that no year has");
    await day.selectOption("29");
    await save.click();
    await expect(page.getByText(say("edit:birthdaySaved"))).toBeVisible();
    const shown = birthdayText("02-29", language);
    await expect(page.getByText(shown)).toBeVisible();
    await expect(save).toHaveCount(0);
    await audit(page, "a birthday that was told");
    await page.goto(paths.profile);
    await expect(page.getByRole("definition").filter({ hasText: shown })).toBeVisible();
    await audit(page, "the profile with a birthday");

    await button(other, say("edit:saveBirthday")).click();
    await expect(other.getByText(refusalIn(language, "birthday_already_set"))).toBeVisible();
    await expect(other.getByText(shown)).toBeVisible();
    await audit(other, "another birthday that was refused");
  });
});
