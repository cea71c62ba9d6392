import { paths } from "../src/shared/paths";
import { heading, link } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { expect, inEachLanguage, inOneLanguage, test } from "./support/fixtures";
import { newMember } from "./support/people";

const address = (code: string) => paths.invite.replace(":code", code);

inEachLanguage(() => {
  test("an invitation says who invites and what for, and fills the code in", async ({
    page,
    say,
    server,
  }) => {
    const member = await newMember(server);
    await page.setViewportSize({ width: 375, height: 812 });
    await page.goto(address(member.referralCode));
    const title = say("invite:title", { name: member.firstName, programme: "Kapok" });
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByText(say("invite:for", { name: member.firstName }))).toBeVisible();
    await auditBoth(page, "an invitation");
    await link(page, say("invite:signUp")).click();
    await expect(page).toHaveURL(new RegExp(`${paths.signup}\\?referralcode=${member.referralCode}`));
    await expect(page.getByLabel(say("signup:referralCode"))).toHaveValue(member.referralCode);
  });

  test("an unknown code leads to the sign-up without a name", async ({ page, say, watch }) => {
    watch.expectStatus(404, "/api/auth/invitation/");
    await page.goto(address("ZZZZZZZZ"));
    await expect(heading(page, say("invite:nameless", { programme: "Kapok" }))).toBeVisible();
    await audit(page, "an invitation with an unknown code");
    await expect(link(page, say("invite:signUp"))).toHaveAttribute("href", paths.signup);
  });
});

inOneLanguage("zhhk", () => {
  test("a messenger reads title, text and picture of the link without scripts", async ({
    server,
    request,
  }) => {
    const member = await newMember(server);
    const page = await (await request.get(`${server.url}${address(member.referralCode)}?lang=zhhk`)).text();
    expect(page).toContain(`<meta property="og:title" content="${member.firstName} 邀請你加入 Kapok" />`);
    const picture = page.match(/og:image" content="([^"]+)"/)?.[1] ?? "";
    const answer = await request.get(picture);
    expect(answer.headers()["content-type"]).toBe("image/png");
  });
});
