import { readFile } from "node:fs/promises";
import { paths } from "../src/shared/paths";
import { button, fillLogin, heading, logIn } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { newMember, PASSWORD } from "./support/people";

inOneLanguage("zh", () => {
  test("a member logs out another phone, exports their data and closes the account", async ({
    page,
    say,
    server,
    anotherPhone,
    watch,
  }) => {
    watch.expectStatus(401, "/api/");
    const member = await newMember(server);
    const other = await anotherPhone();
    await logIn(other, say, member.email);
    await logIn(page, say, member.email);
    await page.goto(paths.settings);
    const devices = page.getByRole("list", { name: say("security:sessions.title") });
    await expect(devices.getByText(say("security:sessions.here"))).toBeVisible();
    await audit(page, "where a member is logged in");
    await devices
      .getByRole("button", { name: new RegExp(`^${say("security:sessions.end")}`) })
      .first()
      .click();
    const asked = page.getByRole("alertdialog");
    await expect(asked).toBeVisible();
    await audit(page, "logging another device out");
    await button(asked, say("security:sessions.end")).click();
    await expect(page.getByText(say("security:sessions.ended"))).toBeVisible();
    await other.goto(paths.points);
    await expect(other).toHaveURL(new RegExp(paths.login));

    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: say("security:data.download") }).click();
    const copy = JSON.parse(await readFile(await (await saved).path(), "utf8"));
    expect(copy.profile.email).toBe(member.email);

    await page.getByRole("button", { name: say("security:data.close") }).click();
    await expect(heading(page, say("security:closing.title"))).toBeVisible();
    await audit(page, "what leaving means");
    await button(page, say("security:closing.go")).click();
    const leave = button(page, say("security:closing.close"));
    await expect(leave).toBeDisabled();
    await page.getByRole("checkbox", { name: say("security:closing.sure") }).check();
    await audit(page, "whether leaving is meant");
    await leave.click();
    await expect(heading(page, say("security:closed.title"))).toBeVisible();
    await page.getByRole("link", { name: say("security:closed.button") }).click();
    await fillLogin(page, say, member.email, PASSWORD);
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page).toHaveURL(paths.login);
  });
});
