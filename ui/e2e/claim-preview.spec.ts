import { adminPaths, recordPath } from "../src/admin/paths";
import { ADMIN_WINDOW, OPERATOR, signIn, title } from "./support/admin";
import { newPartner } from "./support/alarms";
import { auditBoth } from "./support/audit";
import { newClaim } from "./support/claims";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { newMember, putAway } from "./support/people";
import { refusalIn } from "./support/words";

test.use({ ...ADMIN_WINDOW, sourceScale: 108 });

inEachLanguage((language) => {
  test("a claim that cannot be approved says why before anybody tries", async ({
    page,
    say,
    server,
    watch,
  }) => {
    watch.expectStatus(403, "/api/admin/claims/");
    const member = await newMember(server);
    const partner = await newPartner(server, `Closed Tea House ${language}`);
    const claim = await newClaim(server, member, "64.00", `P-${language}`, partner);
    await signIn(page, say, OPERATOR, recordPath(adminPaths.claims, claim._id));
    const answers = page.getByRole("complementary", { name: say("adminClaims:answers") });
    const points = { count: 64, points: "64" };
    const give = answers.getByRole("button", { name: say("adminClaims:approve.submit", points) });
    await expect(give).toBeVisible();

    await putAway(server, partner);
    await page.reload();
    await expect(title(page, claim.number)).toBeVisible();
    const inactive = refusalIn(language, "partner_inactive");
    await expect(answers.getByRole("alert").filter({ hasText: inactive })).toBeVisible();
    await expect(give).toHaveCount(0);
    await auditBoth(page, "a claim of a partner that is not active");

    // The approval itself gives the same answer.
    await title(page, claim.number).focus();
    await page.keyboard.press("a");
    await expect(answers.getByRole("alert").filter({ hasText: inactive })).toHaveCount(1);
    await expect(title(page, claim.number)).toBeVisible();
  });
});
