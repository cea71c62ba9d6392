import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { adminPaths } from "../src/admin/paths";
import { formatShortId } from "../src/i18n/format";
import { ADMIN_WINDOW, field, OWNER, signIn } from "./support/admin";
import { button, link } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { invitation, newEmail, newMember, PASSWORD } from "./support/people";
import type { Server } from "./support/server";
import type { Say } from "./support/words";

// A separate server, because its changes need two people during these tests.
test.use({ ...ADMIN_WINDOW, sourceScale: 101 });

/** Another owner accepts the invitation on this page. */
async function accept(page: Page, say: Say, path: string) {
  await page.goto(path);
  for (const label of ["adminAccept:password", "adminAccept:confirm"] as const)
    await page.getByLabel(new RegExp(`^${say(label)}( \\*)?$`)).fill(PASSWORD);
  await button(page, say("adminAccept:submit")).click();
  await link(page, say("adminAccept:done.signIn")).click();
}

type ActionName = "member.download" | "settings.update" | "credits.give" | "credits.undo";

/** Reads the rows of a request: the members and their points. */
async function readRows(colleague: Page, say: Say, key: "gets" | "got", batch: string, shown: string) {
  await button(colleague, say(`adminApprovals:rows.${key}`)).click();
  const rows = colleague.getByRole("dialog", { name: batch });
  await expect(rows.getByRole("row").filter({ hasText: shown })).toContainText("30");
  await audit(colleague, `who ${key} what`);
  await button(rows, say("admin:done")).click();
  await expect(rows).toHaveCount(0);
}

/** Approves a pending request as a colleague, optionally after checking its details. */
async function agree(colleague: Page, say: Say, action: ActionName, look?: () => Promise<void>) {
  const named = say(`adminApprovals:actions.${action}`);
  await button(colleague.getByRole("table"), named).click();
  const request = colleague.getByRole("dialog", { name: named });
  await audit(colleague, `a ${action} to agree to`);
  await look?.();
  await button(request, say("adminApprovals:approve")).click();
  await expect(colleague.getByText(say("adminApprovals:approved", { what: named }))).toBeVisible();
}

const twoPeople = (page: Page, say: Say) =>
  page.getByRole("switch", { name: say("adminSettings:programme.names.twoPerson") });

/** Turns on the approval by two people and gives the e-mail address of a second owner. */
async function demandTwo(page: Page, say: Say, server: Server, colleague: Page) {
  const second = newEmail();
  await accept(colleague, say, await invitation(server, second, "owner"));
  await signIn(page, say, OWNER, adminPaths.settings);
  await twoPeople(page, say).check();
  await button(page, say("adminSettings:programme.save")).click();
  await expect(page.getByText(say("adminSettings:programme.saved"))).toBeVisible();
  return second;
}

/** Turns off the approval by two people, which itself needs an approval. */
async function demandOne(page: Page, say: Say, colleague: Page) {
  await page.goto(adminPaths.settings);
  await twoPeople(page, say).uncheck();
  await button(page, say("adminSettings:programme.save")).click();
  await expect(page.getByText(say("admin:waits")).first()).toBeVisible();
  await colleague.reload();
  await agree(colleague, say, "settings.update");
  await page.reload();
  await expect(twoPeople(page, say)).not.toBeChecked();
}

inOneLanguage("zh", () => {
  test("the export of all members waits for the approval of another owner", async ({
    page,
    say,
    server,
    anotherPhone,
  }) => {
    const member = await newMember(server);
    const colleague = await anotherPhone(ADMIN_WINDOW);
    const second = await demandTwo(page, say, server, colleague);

    await page.goto(`${adminPaths.members}?q=${member.shortId}`);
    await expect(page.locator(`a[href*="${member._id}"]`)).toBeVisible();
    let files = 0;
    page.on("download", () => files++);
    const ask = async () => {
      const [answer] = await Promise.all([
        page.waitForResponse(/\/api\/admin\/members\?.*format=csv/),
        button(page, say("admin:export")).click(),
      ]);
      return answer.status();
    };
    expect(await ask()).toBe(202);
    await expect(page.getByText(say("admin:exportWaits"))).toBeVisible();
    await audit(page, "a file of members that waits");
    expect(await ask(), "asking again is the same request").toBe(202);

    const what = say("adminApprovals:actions.member.download");
    await page.goto(adminPaths.approvals);
    await button(page.getByRole("table"), what).first().click();
    const own = page.getByRole("dialog", { name: what });
    await expect(own.getByText(say("adminApprovals:yours"))).toBeVisible();
    await expect(button(own, say("adminApprovals:approve")), "nobody agrees with themselves").toHaveCount(0);

    await signIn(colleague, say, second, adminPaths.approvals);
    const counted = (of: Page) =>
      of
        .getByRole("navigation", { name: say("admin:frame.nav") })
        .getByRole("link", { name: new RegExp(`^${say("admin:nav.approvals")}`) });
    await expect(counted(colleague)).toHaveText(/[1-9]/);
    await expect(counted(page), "nobody decides about a request of their own").not.toHaveText(/[1-9]/);
    await button(colleague.getByRole("table"), what).click();
    await expect(colleague.getByRole("dialog", { name: what }).getByText(member.shortId)).toBeVisible();
    await colleague.reload();
    await agree(colleague, say, "member.download");

    await page.goto(`${adminPaths.members}?q=${member.shortId}`);
    const [kept] = await Promise.all([page.waitForEvent("download"), ask()]);
    expect(kept.suggestedFilename()).toBe("members.csv");
    expect(files, "a pending export downloads nothing").toBe(1);
    const rows = (await readFile(await kept.path(), "utf8")).trimEnd().split("\r\n");
    expect([rows.length, rows[1]?.includes(member.email)], "only the requested member").toEqual([2, true]);
    await page.goto(`${adminPaths.approvals}?show=all`);
    const table = page.getByRole("table", { name: say("adminApprovals:title") });
    await expect(table.getByRole("row").nth(1)).toContainText(say("adminApprovals:statuses.done"));

    await demandOne(page, say, colleague);
  });

  test("a credit batch and its undo each wait for one approval", async ({
    page,
    say,
    server,
    anotherPhone,
  }) => {
    const member = await newMember(server);
    const colleague = await anotherPhone(ADMIN_WINDOW);
    const second = await demandTwo(page, say, server, colleague);
    await signIn(colleague, say, second, adminPaths.approvals);
    const requests = colleague.getByRole("table").getByRole("row");

    await page.goto(adminPaths.credits);
    await button(page, say("adminCredits:bring")).first().click();
    const dialog = page.getByRole("dialog");
    const buffer = Buffer.from(`${member.email},30,Beach day\n`);
    await dialog
      .locator("input[type=file]")
      .setInputFiles({ name: "credits.csv", mimeType: "text/csv", buffer });
    const name = `Beach day of ${member.shortId}`;
    await field(page, say("adminCredits:file.name")).fill(name);
    await button(dialog, say("adminCredits:file.give", { count: 30, points: "30" })).click();
    await expect(page.getByText(say("admin:waits")).first()).toBeVisible();
    await expect(dialog, "nothing is left to submit again").toHaveCount(0);
    await colleague.reload();
    const shown = formatShortId(member.shortId);
    await agree(colleague, say, "credits.give", () => readRows(colleague, say, "gets", name, shown));

    await page.goto(adminPaths.credits);
    const row = page.getByRole("row").filter({ hasText: name });
    await button(row, say("adminCredits:undo")).click();
    await field(page, say("adminCredits:back.reason")).fill("Twice");
    await button(dialog, say("adminCredits:back.submit")).click();
    await expect(page.getByText(say("admin:waits")).first()).toBeVisible();
    await expect(dialog, "nothing is left to submit again").toHaveCount(0);
    await colleague.reload();
    await expect(requests).toHaveCount(2);
    await agree(colleague, say, "credits.undo", () => readRows(colleague, say, "got", name, shown));
    await demandOne(page, say, colleague);
  });
});
