import type { Page } from "@playwright/test";
import { adminPaths, recordPath } from "../src/admin/paths";
import { formatChange, formatDate, formatDay } from "../src/i18n/format";
import { claimPath, paths } from "../src/shared/paths";
import { ADMIN_WINDOW, OPERATOR, signIn, title } from "./support/admin";
import { button, heading, link, logIn } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { answer, giveToOwner, type MadeClaim, newClaim, reverse } from "./support/claims";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { award, call, newMember, staffToken } from "./support/people";
import { today } from "./support/today";
import { type Say, wordsOf } from "./support/words";

// A separate server, because these tests empty the queue of claims.
test.use({ sourceScale: 101 });

const PHONE = { viewport: { width: 375, height: 812 } };
/** A picture of one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

const OTHER = { en: "zhhk", zh: "en", zhhk: "zh" } as const;

const row = (desk: Page, { number }: MadeClaim) => desk.getByRole("row").filter({ hasText: number });
const tab = (desk: Page, say: Say, name: "waiting" | "mine" | "approved") =>
  desk.getByRole("tab", { name: say(`adminClaims:status.${name}`), exact: true });
const tick = (desk: Page, say: Say, { number }: MadeClaim) =>
  desk.getByRole("checkbox", { name: say("adminContent:select", { name: number }) }).check();

inEachLanguage((language) => {
  test.describe("at the desk", () => {
    test.use(ADMIN_WINDOW);

    test("a claim is taken, decided by keys, and the next one opens", async ({ page, say, server }) => {
      await giveToOwner(server);
      const member = await newMember(server);
      const first = await newClaim(server, member, "71.00", `K-${language}-1`);
      const second = await newClaim(server, member, "72.00", `K-${language}-2`);
      await signIn(page, say, OPERATOR, adminPaths.claims);
      await button(page, say("adminClaims:assign.takeOne", { number: first.number })).click();
      await expect(page.getByText(say("adminClaims:assign.taken", { count: 1 }))).toBeVisible();
      await audit(page, "claims that wait");
      await tab(page, say, "mine").click();
      await expect(page.getByRole("row")).toHaveCount(2);
      await audit(page, "claims of one person");
      await button(row(page, first), first.number).click();
      await expect(title(page, first.number)).toBeVisible();
      const give = page.getByRole("button", {
        name: say("adminClaims:approve.submit", { count: 71, points: "71" }),
      });
      await expect(give).toContainText("A");
      await audit(page, "a claim at the desk");

      // Keys rest while a field has the focus.
      const receipt = page.getByRole("textbox", { name: say("adminClaims:receipt"), exact: true });
      await receipt.press("End");
      await receipt.press("a");
      await expect(receipt).toHaveValue(`K-${language}-1a`);
      await receipt.fill(`K-${language}-1`);
      await expect(title(page, first.number)).toBeVisible();
      await title(page, first.number).focus();
      await page.keyboard.press("a");
      await expect(title(page, second.number)).toBeVisible();
      await expect(
        page.getByText(say("adminClaims:approve.done", { count: 71, points: "71" })),
      ).toBeVisible();

      await page.keyboard.press("m");
      await expect(page.getByText(say("adminClaims:assign.taken", { count: 1 }))).toBeVisible();
      await page.keyboard.press("r");
      const reason = page.getByRole("combobox", { name: say("adminClaims:refuse.reason") });
      await expect(reason).toBeFocused();
      await expect(page.getByText(say("adminClaims:refuse.missing"))).toBeVisible();
      await audit(page, "a refusal without a reason");
      await reason.selectOption("not_found");
      await title(page, second.number).focus();
      await page.keyboard.press("r");
      await expect(page.getByText(say("adminClaims:noneLeft"))).toBeVisible();
      await expect(title(page, say("adminClaims:title"))).toBeVisible();
    });

    test("a refusal is shown as the member reads it, in the member's language", async ({
      page,
      say,
      server,
      anotherPhone,
    }) => {
      const theirs = OTHER[language];
      const read = wordsOf(theirs);
      const member = await newMember(server);
      const claim = await newClaim(server, member, "73.00", `R-${language}`);
      const phone = await anotherPhone(PHONE);
      await phone.addInitScript((chosen) => {
        if (window.origin !== "null") localStorage.setItem("Language", chosen);
      }, theirs);
      await logIn(phone, read, member.email);

      await signIn(page, say, OPERATOR, recordPath(adminPaths.claims, claim._id));
      const preview = page.getByRole("region", { name: say("adminClaims:refuse.reads") });
      await expect(title(page, claim.number)).toBeVisible();
      await expect(preview).toHaveCount(0);
      await page
        .getByRole("combobox", { name: say("adminClaims:refuse.reason") })
        .selectOption("other_details");
      const reply = page.getByRole("textbox", { name: say("adminClaims:refuse.reply") });
      const told = { language: say(`admin:languages.${theirs}`) };
      await expect(reply).toHaveAccessibleDescription(say("adminClaims:refuse.replyHint", told));
      await reply.fill("HK$37.00");
      const answered = read("claims:answered", { day: formatDate(new Date(), theirs) });
      const sentences = [
        read("claims:reasons.other_details.title"),
        read("claims:reasons.other_details.text"),
        "HK$37.00",
        `${answered} ${read("claims:mayAskAgain")}`,
      ];
      for (const text of sentences) await expect(preview.getByText(text, { exact: true })).toBeVisible();
      await auditBoth(page, "a refusal as the member reads it");
      await page.setViewportSize(PHONE.viewport);
      await preview.scrollIntoViewIfNeeded();
      await audit(page, "a refusal as the member reads it, on a phone");
      await page.setViewportSize(ADMIN_WINDOW.viewport);
      await page.getByRole("button", { name: say("adminClaims:refuse.title") }).click();
      await expect(page.getByText(say("adminClaims:refuse.done", { number: claim.number }))).toBeVisible();

      await phone.goto(claimPath(claim._id));
      for (const text of sentences) await expect(phone.getByText(text, { exact: true })).toBeVisible();

      await page.goto(adminPaths.claims);
      const token = await staffToken(server, OPERATOR);
      const figures = await call(server, "GET", "/api/admin/claims/waiting", { token });
      expect(figures.answered).toBeGreaterThan(0);
      const percent = Math.floor((figures.answeredInTime * 100) / figures.answered);
      await expect(page.getByText(say("adminClaims:line"))).toBeVisible();
      await expect(
        page.getByText(say("adminClaims:figures.waiting", { count: figures.count })),
      ).toBeVisible();
      // A phone shows this line below the list, and a wider window above it.
      const share = page.getByText(say("adminClaims:figures.answered", { count: figures.answered, percent }));
      await expect(share.filter({ visible: true })).toHaveCount(1);
      await audit(page, "the desk of claims with its figures");
    });

    test("claims are approved together, except those that have findings", async ({ page, say, server }) => {
      await giveToOwner(server);
      const [member, other] = [await newMember(server), await newMember(server)];
      await award(server, other, "5.00", `B-${language}-3`);
      const fit = [
        await newClaim(server, member, "81.00", `B-${language}-1`),
        await newClaim(server, other, "82.00", `B-${language}-2`),
      ];
      // A claim of the other member would have another award of that day.
      const used = await newClaim(server, member, "5.00", `B-${language}-3`);
      const plain = fit[0] as MadeClaim;
      await signIn(page, say, OPERATOR, adminPaths.claims);
      for (const one of [...fit, used]) await tick(page, say, one);
      await audit(page, "claims that are chosen");
      await button(page, say("adminClaims:assign.open")).click();
      const assigning = page.getByRole("dialog");
      await expect(heading(assigning, say("adminClaims:assign.title", { count: 3 }))).toBeVisible();
      await audit(page, "claims to assign");
      await page.keyboard.press("Escape");
      await button(page, say("adminClaims:bulk.approve", { count: 1 })).click();
      const asking = page.getByRole("dialog");
      await expect(asking.getByText(say("adminClaims:findings.receipt_used"))).toBeVisible();
      await expect(asking.getByText(used.number, { exact: true })).toBeVisible();
      await audit(page, "claims to approve together");
      await button(asking, say("adminClaims:approve.submit", { count: 81, points: "81" })).click();
      await expect(page.getByText(say("adminClaims:bulk.done", { count: 1 }))).toBeVisible();
      await expect(row(page, plain)).toHaveCount(0);
      await expect(row(page, used)).toBeVisible();
      await tab(page, say, "approved").click();
      await expect(row(page, plain)).toBeVisible();
      await audit(page, "approved claims");
    });
  });

  test("a receipt fills in a claim, the desk approves it, and the member sees the points", async ({
    page,
    say,
    server,
    anotherPhone,
  }) => {
    const member = await newMember(server);
    const [printed, typed] = [`F-${member.shortId}`, `G-${member.shortId}`];
    await award(server, member, "88.00", printed);
    await page.setViewportSize(PHONE.viewport);
    await logIn(page, say, member.email);
    await page.goto(paths.points);
    await page.getByRole("button").filter({ hasText: "+88" }).click();
    const receipt = page.getByRole("dialog");
    const bill = receipt
      .getByRole("term")
      .filter({ hasText: say("points:receipt.bill", { amount: "HK$88.00" }) });
    await expect(bill).toBeVisible();
    await expect(receipt.getByText("CO₂e")).toBeVisible();
    await auditBoth(page, "a receipt of a purchase");
    await link(receipt, say("points:missing")).click();
    await expect(page).toHaveURL(paths.newClaim);
    await expect(page.getByLabel(say("claims:partner"))).toHaveValue(/./);
    await expect(page.getByLabel(say("claims:day"))).toHaveValue(today());
    const amount = page.getByLabel(say("claims:amount"));
    const number = page.getByLabel(say("claims:receipt"));
    await expect(amount).toHaveValue("88.00");
    await expect(number).toHaveValue(printed);
    await audit(page, "a claim that a receipt filled in");
    await amount.fill("38.00");
    await number.fill(typed);
    await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain(typed);
    await page.reload();
    await expect(amount).toHaveValue("38.00");
    await expect(number).toHaveValue(typed);
    await button(page, say("claims:send")).click();
    await expect(page.getByText(say("claims:answerHow"))).toBeVisible();

    const desk = await anotherPhone(ADMIN_WINDOW);
    const id = new URL(page.url()).pathname.split("/").pop() ?? "";
    await signIn(desk, say, OPERATOR, recordPath(adminPaths.claims, id));
    const points = { count: 38, points: "38" };
    await desk.getByRole("button", { name: say("adminClaims:approve.submit", points) }).click();
    await expect(desk.getByText(say("adminClaims:approve.done", points))).toBeVisible();
    await page.reload();
    await expect(heading(page, say("claims:added", points))).toBeVisible();
    await audit(page, "a claim that was approved");
    await link(page, say("claims:seePoints")).click();
    await expect(page.getByRole("button").filter({ hasText: "+38" })).toBeVisible();
  });

  test("a claim about a receipt that gave points leads to those points", async ({ page, say, server }) => {
    const member = await newMember(server);
    await award(server, member, "54.00", `E-${language}`);
    const claim = await newClaim(server, member, "54.00", `E-${language}`);
    await answer(server, claim, "refuse", { reason: "already_given" });
    await page.setViewportSize(PHONE.viewport);
    await logIn(page, say, member.email);
    await page.goto(claimPath(claim._id));
    await expect(heading(page, say("claims:reasons.already_given.title"))).toBeVisible();
    await auditBoth(page, "a claim about a receipt that gave points");
    await link(page, say("claims:seeEarlier")).click();
    await expect(page).toHaveURL(paths.points);
    const receipt = page.getByRole("dialog");
    const bill = say("points:receipt.bill", { amount: "HK$54.00" });
    await expect(receipt.getByRole("term").filter({ hasText: bill })).toBeVisible();
    await audit(page, "the receipt that gave points");
    await page.keyboard.press("Escape");
    await expect(receipt).toHaveCount(0);
  });

  test("a claim whose points were taken back waits for staff again", async ({
    page,
    say,
    server,
    anotherPhone,
  }) => {
    const member = await newMember(server);
    const claim = await newClaim(server, member, "91.00", `U-${language}`);
    const { transaction } = await answer(server, claim, "approve", {});
    await reverse(server, transaction, "The wrong bill");
    await page.setViewportSize(PHONE.viewport);
    await logIn(page, say, member.email);
    await page.goto(paths.points);
    await page.getByRole("button").filter({ hasText: "+91" }).click();
    const back = { day: formatDay(new Date(), language), points: formatChange(-91) };
    await expect(page.getByRole("dialog").getByText(say("points:receipt.takenBack", back))).toBeVisible();
    await auditBoth(page, "a receipt of points that were taken back");
    await page.goto(paths.claims);
    await expect(page.getByText(say("claims:how"))).toBeVisible();
    await auditBoth(page, "the claims of a member, of which there are few");
    await page.getByText(say("claims:status.again")).click();
    await expect(page.getByText(say("claims:lookedAtAgain"))).toBeVisible();
    await expect(page.getByText("The wrong bill")).toHaveCount(0);
    await auditBoth(page, "a claim that is looked at again");
    const desk = await anotherPhone(ADMIN_WINDOW);
    await signIn(desk, say, OPERATOR, recordPath(adminPaths.claims, claim._id));
    await expect(desk.getByText("The wrong bill")).toContainText("Lam Tsz Kin");
    await audit(desk, "a claim that was opened again");
  });

  test("a member asks again with a word and a photo, and the second answer is final", async ({
    page,
    say,
    server,
  }) => {
    const member = await newMember(server);
    const claim = await newClaim(server, member, "61.00", `A-${language}`);
    await answer(server, claim, "refuse", { reason: "unreadable" });
    await page.setViewportSize(PHONE.viewport);
    await logIn(page, say, member.email);
    await page.goto(claimPath(claim._id));
    await expect(heading(page, say("claims:reasons.unreadable.title"))).toBeVisible();
    await expect(link(page, say("profile:help"))).toHaveAttribute("href", paths.help);
    await audit(page, "a claim that was refused");
    await button(page, say("claims:askAgain")).click();
    const asking = page.getByRole("dialog");
    await button(asking, say("claims:send")).click();
    await expect(asking.getByRole("alert")).toHaveText(say("claims:errors.nothingNew"));
    await audit(page, "asking again with nothing new");
    await asking.getByLabel(say("claims:noteAgain")).fill("Table 4, at noon");
    await asking
      .locator("input[type=file]")
      .setInputFiles({ name: "receipt.png", mimeType: "image/png", buffer: PIXEL });
    await expect(asking.getByText("receipt.png")).toBeVisible();
    await audit(page, "asking again with a photo");
    await button(asking, say("claims:send")).click();
    await expect(page.getByText(say("claims:answerHow"))).toBeVisible();
    await expect(page.getByRole("img", { name: say("claims:photoOf") })).toBeVisible();

    await answer(server, claim, "refuse", { reason: "not_found" });
    await page.reload();
    await expect(page.getByText(say("claims:final"))).toBeVisible();
    await expect(button(page, say("claims:askAgain"))).toHaveCount(0);
    await auditBoth(page, "a claim that was refused for good");
  });

  test("a member answers the question of the desk with words and a photo", async ({
    page,
    say,
    server,
    watch,
    anotherPhone,
  }) => {
    watch.expectStatus(400, "/api/admin/claims/");
    await giveToOwner(server);
    const member = await newMember(server);
    const claim = await newClaim(server, member, "51.00", `Q-${language}`);
    const desk = await anotherPhone(ADMIN_WINDOW);
    await signIn(desk, say, OPERATOR, recordPath(adminPaths.claims, claim._id));
    await button(desk, say("adminClaims:ask.open")).click();
    const asking = desk.getByRole("dialog");
    await asking.getByLabel(say("adminClaims:ask.kind")).selectOption("other");
    await button(asking, say("adminClaims:ask.submit")).click();
    await expect(asking.getByRole("alert")).toBeVisible();
    await audit(desk, "a question without words");
    await asking.getByLabel(say("adminClaims:refuse.reply")).fill("At which table did you sit?");
    await button(asking, say("adminClaims:ask.submit")).click();
    await expect(desk.getByText(say("adminClaims:ask.open_question"))).toBeVisible();
    await expect(button(desk, say("adminClaims:ask.open"))).toHaveCount(0);
    await audit(desk, "a claim with an open question");
    await desk.goto(`${adminPaths.claims}?status=asked`);
    await expect(row(desk, claim)).toContainText(say("adminClaims:questions.other"));
    await audit(desk, "claims that wait for members");

    await page.setViewportSize(PHONE.viewport);
    await logIn(page, say, member.email);
    await page.goto(paths.notifications);
    await page.getByText("At which table did you sit?").click();
    await page.getByText(say("claims:status.asked")).click();
    await expect(heading(page, say("claims:question.other"))).toBeVisible();
    await auditBoth(page, "a question about a claim");
    await button(page, say("claims:answer.open")).click();
    const answering = page.getByRole("dialog");
    await button(answering, say("claims:send")).click();
    await expect(answering.getByRole("alert")).toHaveText(say("claims:answer.nothing"));
    await answering.getByLabel(say("claims:answer.words")).fill("Table 4, at noon");
    await answering
      .locator("input[type=file]")
      .setInputFiles({ name: "receipt.png", mimeType: "image/png", buffer: PIXEL });
    await expect(answering.getByText("receipt.png")).toBeVisible();
    await audit(page, "an answer with a photo");
    await button(answering, say("claims:send")).click();
    await expect(page.getByText("Table 4, at noon")).toBeVisible();
    await expect(page.getByRole("img", { name: say("claims:photoOf") })).toBeVisible();
    await audit(page, "a claim whose question was answered");

    await desk.goto(adminPaths.claims);
    await expect(row(desk, claim).locator("img")).toHaveJSProperty("complete", true);
    await button(row(desk, claim), claim.number).click();
    await expect(desk.getByText("Table 4, at noon")).toBeVisible();
    await audit(desk, "a claim with an answer");
  });

  test("support makes a claim for a member", async ({ page, say, server }) => {
    const member = await newMember(server);
    await page.setViewportSize(ADMIN_WINDOW.viewport);
    await signIn(page, say, OPERATOR, adminPaths.claims);
    await button(page, say("adminClaims:file.title")).click();
    const making = page.getByRole("dialog");
    await making.getByRole("searchbox").fill(member.email);
    await making.getByRole("button").filter({ hasText: member.email }).click();
    await button(making, say("adminClaims:file.submit")).click();
    await expect(making.getByText(say("adminClaims:file.required")).first()).toBeVisible();
    await audit(page, "a claim for a member with missing fields");
    await making.getByLabel(say("adminClaims:partner")).selectOption({ index: 1 });
    await making.getByLabel(say("adminClaims:day")).fill(today());
    await making.getByLabel(say("adminClaims:approve.amount")).fill("43.00");
    await button(making, say("adminClaims:file.submit")).click();
    await expect(page.getByText(say("adminClaims:file.done"), { exact: true })).toBeVisible();
    await expect(page.getByText("Lam Tsz Kin").first()).toBeVisible();
    await audit(page, "a claim that staff made");
  });
});
