import { rm, truncate, writeFile } from "node:fs/promises";
import { adminPaths, newPath } from "../src/admin/paths";
import { formatShortId } from "../src/i18n/format";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, field, OPERATOR, signIn, title } from "./support/admin";
import { button, heading, logIn } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { expectBalance } from "./support/journey";
import { newAnnouncement, newMember, sendAnnouncement } from "./support/people";

test.use(ADMIN_WINDOW);

const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true };

inEachLanguage((language) => {
  test("an announcement is written, sent, and read by a member", async ({
    page,
    say,
    server,
    anotherPhone,
  }) => {
    const member = await newMember(server);
    const name = `Closed on Friday ${language}`;
    await signIn(page, say, OPERATOR, newPath(adminPaths.announcements));
    await button(page, say("admin:create")).click();
    await expect(page.getByText(say("admin:errors.required")).first()).toBeVisible();
    for (const tongue of ["English", "简体中文", "繁體中文（香港）"]) {
      await page.getByRole("tab", { name: new RegExp(`^${tongue}`) }).click();
      await field(page, say("adminAnnouncements:fields.title")).fill(name);
      await field(page, say("adminAnnouncements:fields.body")).fill("The counter opens again on Monday.");
    }
    const way = (which: "push" | "email") =>
      page.getByRole("tab", { name: say(`adminAnnouncements:previews.${which}.tab`), exact: true });
    await way("push").click();
    await expect(page.getByRole("figure").getByText(name)).toHaveCount(2);
    await audit(page, "an announcement as a note");
    await way("email").click();
    const mail = page.frameLocator("iframe");
    await expect(mail.getByText("The counter opens again on Monday.")).toBeVisible();
    await expect(mail.locator("html")).toHaveAttribute("lang", "zh-Hant-HK");
    // The frame applies the e-mail's own styles.
    await expect(mail.locator(".k-brand")).toHaveCSS("font-weight", "700");
    await field(page, say("adminAnnouncements:fields.body")).fill("The counter opens again on Tuesday.");
    await expect(mail.getByText("The counter opens again on Tuesday.")).toBeVisible();
    await audit(page, "an announcement as an e-mail");
    await button(page, say("adminAnnouncements:previews.email.text")).click();
    await expect(page.locator("pre")).toContainText("on Tuesday.");
    await page.getByRole("radio", { name: say("adminAnnouncements:whom.some") }).check();
    await field(page, say("adminAnnouncements:whom.maxPoints")).fill("0");
    await audit(page, "an announcement");
    await button(page, say("admin:create")).click();
    await expect(title(page, name)).toBeVisible();
    // Before it goes out: the number of recipients, a test to the sender, and the number typed by hand.
    const reach = page.locator("dl").filter({ hasText: say("adminAnnouncements:audience.members") });
    const count = (await reach.locator("dd").nth(1).textContent()) ?? "";
    await button(page, say("adminAnnouncements:ready.test")).click();
    await expect(page.getByText(say("adminAnnouncements:ready.tested", { to: OPERATOR }))).toBeVisible();
    await audit(page, "an announcement before it goes");
    const sendTo = say("adminAnnouncements:sendTo", { count: Number(count), members: count });
    await button(page, sendTo).click();
    const dialog = page.getByRole("dialog");
    const number = dialog.getByLabel(
      say("adminAnnouncements:typed.label", { count: Number(count), members: count }),
    );
    await number.fill("99999");
    await button(dialog, say("adminAnnouncements:send")).click();
    await expect(number).toHaveAttribute("aria-invalid", "true");
    await audit(page, "a wrong number of members");
    await number.fill(count);
    await button(dialog, say("adminAnnouncements:send")).click();
    await expect(page.getByRole("timer")).toBeVisible();
    await audit(page, "an announcement that can be stopped");
    await button(page, say("adminAnnouncements:stop")).click();
    await expect(button(page, sendTo)).toBeVisible();

    // It goes out by the same call without the wait, which takes a minute.
    const id = page.url().split("/").pop() ?? "";
    await sendAnnouncement(server, id);
    await page.reload();
    await expect(page.getByText(say("adminAnnouncements:fate"))).toBeVisible();
    await expect(field(page, say("adminAnnouncements:fields.title"))).toBeDisabled();

    const phone = await anotherPhone(PHONE);
    await logIn(phone, say, member.email);
    await expect(async () => {
      await phone.goto(paths.notifications);
      await expect(heading(phone, name)).toBeVisible({ timeout: 2000 });
    }).toPass();
    await audit(page, "a sent announcement");
    await page.goto(adminPaths.announcements);
    await expect(page.getByRole("row").filter({ hasText: name })).toContainText(
      say("adminAnnouncements:states.sent"),
    );
  });

  test("a credit batch is checked, corrected, given once and undone", async ({
    page,
    say,
    server,
    anotherPhone,
  }) => {
    const member = await newMember(server);
    const file = (text: string) => ({ name: "credits.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await signIn(page, say, OPERATOR, adminPaths.credits);
    await button(page, say("adminCredits:bring")).first().click();
    const dialog = page.getByRole("dialog");
    const input = dialog.locator("input[type=file]");
    await input.setInputFiles(file(`${member.email},30,Beach day\nnobody@example.org,5,Beach day\n`));
    await expect(dialog.getByText(say("adminCredits:codes.unknown_member"))).toBeVisible();
    await expect(dialog.getByText(say("adminCredits:file.fix"))).toBeVisible();
    await audit(page, "a file with a mistake");
    const huge = test.info().outputPath("huge.csv");
    await writeFile(huge, `${member.email},30,Beach day\n`);
    await truncate(huge, 200 * 1024 * 1024);
    let sent = 0;
    page.on("request", (request) => {
      if (request.url().includes("/api/admin/credits/")) sent++;
    });
    await input.setInputFiles(huge);
    await expect(dialog.getByText(say("admin:rowFile.tooLarge", { mb: 4 }))).toBeVisible();
    expect(sent, "a file that is too large is not uploaded").toBe(0);
    await rm(huge);
    await audit(page, "a file that is too large");
    await input.setInputFiles({
      name: "big5.csv",
      mimeType: "text/csv",
      buffer: Buffer.concat([Buffer.from(`${member.email},30,`), Buffer.from([0xa4, 0xec, 0xb4, 0xd6])]),
    });
    await expect(dialog.getByText(say("admin:rowFile.encoding"))).toBeVisible();
    await expect(dialog.getByText(say("adminCredits:file.fine"), { exact: true })).toBeVisible();
    const name = `Beach day ${language}`;
    await field(page, say("adminCredits:file.name")).fill(name);
    await button(dialog, say("adminCredits:file.give", { count: 30, points: "30" })).click();
    await expect(dialog).toHaveCount(0);
    const row = page.getByRole("row").filter({ hasText: name });
    await expect(row).toBeVisible();

    await button(row, name).click();
    const given = page.getByRole("dialog", { name });
    await expect(given.getByRole("row").filter({ hasText: formatShortId(member.shortId) })).toContainText(
      "30",
    );
    await expect(given.getByRole("link", { name: new RegExp(`^${say("admin:export")}`) })).toBeVisible();
    await audit(page, "the rows of a batch");
    await button(given, say("admin:done")).click();

    const phone = await anotherPhone(PHONE);
    await logIn(phone, say, member.email);
    await expectBalance(phone, 30);
    await button(row, say("adminCredits:undo")).click();
    await field(page, say("adminCredits:back.reason")).fill("Wrong file");
    await audit(page, "taking a batch back");
    await button(dialog, say("adminCredits:back.submit")).click();
    await expect(
      page.getByRole("dialog", { name: say("adminCredits:back.done", { count: 30, points: "30" }) }),
    ).toBeVisible();
    await button(dialog, say("admin:done")).click();
    await expect(row).toContainText(say("adminCredits:undone"));
    await audit(page, "batches of credits");
    await expectBalance(phone, 0);
  });

  test("purchases in a file earn by the rules, and the batch shows their bills", async ({
    page,
    say,
    server,
  }) => {
    const member = await newMember(server);
    await signIn(page, say, OPERATOR, adminPaths.credits);
    await button(page, say("adminCredits:bring")).first().click();
    const dialog = page.getByRole("dialog");
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const bring = async (partner: string, outlet = "") => {
      const headings = "member,partner,amountHkd,day,time,outlet,receipt";
      const text = `${headings}\n${member.email},${partner},88,${day},08:30,${outlet},F-${language}\n`;
      const [answer] = await Promise.all([
        page.waitForResponse((one) => one.url().includes("/api/admin/credits/dry-run")),
        dialog
          .locator("input[type=file]")
          .setInputFiles({ name: "bills.csv", mimeType: "text/csv", buffer: Buffer.from(text) }),
      ]);
      return (await answer.json()) as { points: number };
    };
    await bring("Nobody");
    await expect(dialog.getByText(say("adminCredits:codes.unknown_partner"))).toBeVisible();
    await audit(page, "a purchase at an unknown partner");
    await bring("Tai Ping Bing Sutt", "Nowhere");
    await expect(dialog.getByText(say("adminCredits:codes.unknown_outlet"))).toBeVisible();
    const { points } = await bring("Tai Ping Bing Sutt");
    expect(points).toBeGreaterThan(0);
    await expect(dialog.getByText("HK$88.00")).toBeVisible();
    const name = `Bills ${language}`;
    await field(page, say("adminCredits:file.name")).fill(name);
    const told = { count: points, points: points.toLocaleString("en-HK") };
    await button(dialog, say("adminCredits:file.give", told)).click();
    await expect(dialog).toHaveCount(0);
    await button(page.getByRole("row").filter({ hasText: name }), name).click();
    await expect(page.getByRole("dialog", { name }).getByText(`HK$88.00 · F-${language}`)).toBeVisible();
    await audit(page, "the purchases of a batch");
  });
});

test("announcements are sorted, and drafts are removed together and restored", async ({
  page,
  say,
  server,
}) => {
  for (const name of ["Pier B", "Pier A"]) await newAnnouncement(server, name);
  await signIn(page, say, OPERATOR, `${adminPaths.announcements}?q=Pier`);
  const rows = page.getByRole("row").filter({ hasText: "Pier" });
  await expect(rows.first()).toContainText("Pier A");
  const sortBy = (head: string) =>
    page.getByRole("columnheader", { name: head, exact: true }).getByRole("button").click();
  await sortBy(say("adminContent:updated"));
  await page.getByRole("checkbox", { name: say("adminContent:selectPage") }).check();
  const bar = page.getByRole("region", { name: say("adminContent:selection") });
  await audit(page, "announcements that are ticked");
  await button(bar, say("admin:delete")).click();
  await button(page.getByRole("alertdialog"), say("admin:delete")).click();
  await expect(rows).toHaveCount(0);
  await button(page, say("admin:undo")).click();
  await expect(page.getByText(say("adminContent:back", { count: 2 }))).toBeVisible();
  await sortBy(say("adminAnnouncements:what"));
  await expect(rows.last()).toContainText("Pier B");

  await page.getByRole("link", { name: "Pier B", exact: true }).click();
  await button(page, say("admin:delete")).click();
  await button(page.getByRole("alertdialog"), say("admin:delete")).click();
  await expect(title(page, say("adminAnnouncements:title"))).toBeVisible();
  await page
    .getByRole("combobox", { name: say("adminAnnouncements:fields.state") })
    .selectOption(say("adminContent:states.deleted"));
  await expect(page.getByRole("row").filter({ hasText: "Pier B" })).toBeVisible();
});
