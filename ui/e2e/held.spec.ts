import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { desk } from "../src/admin/paths";
import { button, link } from "./support/app";
import { audit } from "./support/audit";
import { DESK_WINDOW, OWNER, signIn } from "./support/desk";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { invitation, newEmail, newMember, PASSWORD } from "./support/people";
import type { Say } from "./support/words";

// A server of their own: meanwhile its weighty changes need two people.
test.use({ ...DESK_WINDOW, sourceScale: 101 });

/** Another owner, who has accepted the invitation on this page. */
async function accept(page: Page, say: Say, path: string) {
  await page.goto(path);
  for (const label of ["deskAccept:password", "deskAccept:confirm"] as const)
    await page.getByLabel(new RegExp(`^${say(label)}( \\*)?$`)).fill(PASSWORD);
  await button(page, say("deskAccept:submit")).click();
  await link(page, say("deskAccept:done.signIn")).click();
}

inEachLanguage(() => {
  test("the file of all members is held until another owner agrees", async ({
    page,
    say,
    server,
    anotherPhone,
  }) => {
    const member = await newMember(server);
    const second = newEmail();
    const colleague = await anotherPhone(DESK_WINDOW);
    await accept(colleague, say, await invitation(server, second, "owner"));
    await signIn(page, say, OWNER, desk.settings);
    const both = page.getByRole("switch", { name: say("deskSettings:programme.names.twoPerson") });
    await both.check();
    await button(page, say("deskSettings:programme.save")).click();
    await expect(page.getByText(say("deskSettings:programme.saved"))).toBeVisible();

    await page.goto(`${desk.members}?q=${member.shortId}`);
    await expect(page.locator(`a[href*="${member._id}"]`)).toBeVisible();
    let files = 0;
    page.on("download", () => files++);
    const ask = async () => {
      const [answer] = await Promise.all([
        page.waitForResponse(/\/api\/admin\/members\?.*format=csv/),
        button(page, say("desk:export")).click(),
      ]);
      return answer.status();
    };
    expect(await ask()).toBe(202);
    await expect(page.getByText(say("desk:exportWaits"))).toBeVisible();
    await audit(page, "a file of members that waits");
    expect(await ask(), "asking again is the same request").toBe(202);

    const what = say("deskApprovals:actions.member.download");
    await page.goto(desk.approvals);
    await button(page.getByRole("table"), what).first().click();
    const own = page.getByRole("dialog", { name: what });
    await expect(own.getByText(say("deskApprovals:yours"))).toBeVisible();
    await expect(button(own, say("deskApprovals:approve")), "nobody agrees with themselves").toHaveCount(0);

    await signIn(colleague, say, second, desk.approvals);
    const agree = async (deed: "member.download" | "settings.update") => {
      const named = say(`deskApprovals:actions.${deed}`);
      await button(colleague.getByRole("table"), named).click();
      const request = colleague.getByRole("dialog", { name: named });
      await audit(colleague, `a ${deed} to agree to`);
      await button(request, say("deskApprovals:approve")).click();
      await expect(colleague.getByText(say("deskApprovals:approved", { what: named }))).toBeVisible();
    };
    await button(colleague.getByRole("table"), what).click();
    await expect(colleague.getByRole("dialog", { name: what }).getByText(member.shortId)).toBeVisible();
    await colleague.reload();
    await agree("member.download");

    await page.goto(`${desk.members}?q=${member.shortId}`);
    const [kept] = await Promise.all([page.waitForEvent("download"), ask()]);
    expect(kept.suggestedFilename()).toBe("members.csv");
    expect(files, "what waited was no file").toBe(1);
    const rows = (await readFile(await kept.path(), "utf8")).trimEnd().split("\r\n");
    expect([rows.length, rows[1]?.includes(member.email)], "what was asked for, and nobody else").toEqual([
      2,
      true,
    ]);
    await page.goto(`${desk.approvals}?show=all`);
    const table = page.getByRole("table", { name: say("deskApprovals:title") });
    await expect(table.getByRole("row").nth(1)).toContainText(say("deskApprovals:statuses.done"));

    await page.goto(desk.settings);
    await both.uncheck();
    await button(page, say("deskSettings:programme.save")).click();
    await expect(page.getByText(say("desk:waits"))).toBeVisible();
    await colleague.reload();
    await agree("settings.update");
    await page.reload();
    await expect(both).not.toBeChecked();
  });
});
