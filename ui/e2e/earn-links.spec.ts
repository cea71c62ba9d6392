import { createHmac } from "node:crypto";
import { adminPaths } from "../src/admin/paths";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, field, OPERATOR, signIn } from "./support/admin";
import { button, fillLogin, heading } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { newMember, PASSWORD } from "./support/people";

/** The address of a link as the code of a till makes it. */
function linkOf(key: string, secret: string, receipt: string): string {
  const until = Math.floor(Date.now() / 1000) + 86_400;
  const text = `E1~${key}~12850~${until}~${receipt}`;
  const seal = createHmac("sha256", Buffer.from(secret, "hex")).update(text).digest("base64url");
  return paths.earn.replace(":link", `${text}~${seal}`);
}

inEachLanguage((language) => {
  test("a key made at the desk seals a link that a member collects after login", async ({
    page,
    say,
    server,
    watch,
    anotherPhone,
  }) => {
    watch.expectStatus(401, "/api/");
    watch.expectStatus(409, "/api/redeem/earnLink");
    const desk = await anotherPhone(ADMIN_WINDOW);
    await signIn(desk, say, OPERATOR, adminPaths.partners);
    await desk.getByRole("table").getByRole("row").nth(1).getByRole("link").first().click();
    await button(desk, say("adminCounters:earnKeys.add")).click();
    await field(desk, say("adminCounters:earnKeys.name")).fill(`Till ${language}`);
    await audit(desk, "an earn link key to make");
    await button(desk.getByRole("dialog"), say("adminCounters:earnKeys.make")).click();
    const facts = desk.getByRole("dialog").getByRole("definition");
    await expect(facts.nth(1)).toHaveText(/^[0-9a-f]{64}$/);
    const [key, secret] = await facts.allTextContents();
    await audit(desk, "an earn link key that was made");
    const link = linkOf(key ?? "", secret ?? "", `R-${language}`);

    const member = await newMember(server);
    await page.goto(link);
    await fillLogin(page, say, member.email, PASSWORD);
    await expect(heading(page, say("scan:success"))).toBeVisible();
    await audit(page, "points of an earn link collected");
    await page.goto(link);
    await expect(heading(page, say("scan:used"))).toBeVisible();
  });
});
