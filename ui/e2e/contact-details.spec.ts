import type { Page } from "@playwright/test";
import { paths } from "../src/shared/paths";
import { button, fillLogin, heading, logIn } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { ALICE, newMember, PASSWORD } from "./support/people";

const CONTACT = { email: "help@points.example.hk", phone: "+852 2345 6789", web: "" };

/** Adds contact details to the programme's settings. */
const withContact = (page: Page) =>
  page.route("**/api/config", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), contact: CONTACT } });
  });

inOneLanguage("zhhk", () => {
  test("the terms of use are shown beside the privacy policy", async ({ page, say }) => {
    await page.goto(paths.privacy);
    const article = page.getByRole("article");
    await expect(article.getByRole("heading")).toHaveCount(6);
    await page.getByRole("tab", { name: say("privacy:terms.name") }).click();
    await expect(article.getByRole("heading")).toHaveCount(13);
    await expect(article.getByRole("heading").first()).toHaveText(/^1\. /);
    await audit(page, "the terms of use");
    // The address opens the terms directly.
    await page.reload();
    await expect(article.getByRole("heading")).toHaveCount(13);
  });

  test("a suspended member and a crash page show the programme's contacts", async ({
    page,
    say,
    server,
    watch,
  }) => {
    watch.expectStatus(403, "/api/auth/login");
    watch.expectCrash();
    await withContact(page);
    const refusal = { code: "account_suspended", message: say("languageFailed"), errors: [] };
    const refuse = "**/api/auth/login";
    await page.route(refuse, (route) => route.fulfill({ status: 403, json: refusal }));
    await page.goto(paths.login);
    await fillLogin(page, say, ALICE.email, PASSWORD);
    const mail = page.getByRole("link", { name: CONTACT.email });
    await expect(mail).toHaveAttribute("href", `mailto:${CONTACT.email}`);
    await audit(page, "log in, suspended");
    await page.unroute(refuse);

    const member = await newMember(server, { points: 0 });
    await logIn(page, say, member.email);
    // A malformed answer that makes the screen crash.
    await page.route("**/api/partner/list*", (route) => route.fulfill({ json: [null] }));
    await page.goto(paths.explorer);
    await expect(heading(page, say("crashTitle"))).toBeVisible();
    await expect(mail).toBeVisible();
    await audit(page, "a crash");
  });
});

test("the crash page is shown if its chunk fails to load", async ({ page, say, server, watch }) => {
  watch.expectCrash();
  watch.expectCutLine();
  const member = await newMember(server, { points: 0 });
  await logIn(page, say, member.email);
  await withContact(page);
  await page.route(/assets\/(ContactRows|afterStart)/, (route) => route.abort());
  await page.route("**/api/partner/list*", (route) => route.fulfill({ json: [null] }));
  await page.goto(paths.explorer);
  await expect(heading(page, say("crashTitle"))).toBeVisible();
  await expect(button(page, say("reload"))).toBeVisible();
  await expect(page.getByRole("link", { name: CONTACT.email })).toHaveCount(0);
});
