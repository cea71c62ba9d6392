import { paths } from "../src/shared/paths";
import { button, link, logIn } from "./support/app";
import { expect, test } from "./support/fixtures";
import { transfer } from "./support/journey";
import { BOB, newMember } from "./support/people";

test("saving the profile leaves one profile screen in the history", async ({ page, say, server }) => {
  const member = await newMember(server);
  await logIn(page, say, member.email);
  await link(page, say("nav.me")).click();
  await link(page, say("profile:edit")).click();
  await page.getByRole("textbox", { name: say("edit:firstName") }).fill("Mei");
  await button(page, say("edit:saveName")).click();
  await expect(page).toHaveURL(paths.profile);
  await page.goBack();
  await expect(page).toHaveURL(paths.home);
});

test("the back button after a finished transfer does not open its form", async ({ page, say, server }) => {
  const member = await newMember(server, { points: 50 });
  await logIn(page, say, member.email);
  await transfer(page, say, { to: BOB.email, amount: 5 });
  await expect(page).toHaveURL(paths.points);
  await page.goBack();
  await expect(page).toHaveURL(paths.home);
});
