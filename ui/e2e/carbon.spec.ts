import { adminPaths } from "../src/admin/paths";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, OPERATOR, signIn } from "./support/admin";
import { button, link, logIn } from "./support/app";
import { audit } from "./support/audit";
import { expect, test } from "./support/fixtures";
import { ALICE } from "./support/people";

test("the year's tree shows kilograms by month and partner, and how they are counted", async ({
  page,
  say,
}) => {
  await logIn(page, say, ALICE.email);
  await page.goto(paths.profile);
  await link(page, say("profile:tree")).click();
  const year = new Date().getFullYear();
  await page.getByRole("heading", { name: say("carbon:yourTree", { year }) }).waitFor();
  await expect(page.getByRole("table", { name: say("carbon:byMonth") }).getByRole("row")).toHaveCount(12);
  await audit(page, "a tree in bloom");
  await page.getByRole("tab", { name: say("carbon:byPartner") }).click();
  await expect(page.getByRole("tabpanel").getByRole("listitem").first()).toBeVisible();
  await audit(page, "a tree by partner");
  await link(page, say("carbon:method.title")).click();
  await page.getByRole("heading", { name: say("carbon:method.factors") }).waitFor();
});

test.describe("at the desk", () => {
  test.use(ADMIN_WINDOW);

  test("an operator adds a factor, gives it a new version and ends it", async ({ page, say }) => {
    await signIn(page, say, OPERATOR, adminPaths.carbon);
    await button(page, say("adminCarbon:add")).click();
    const form = page.getByRole("dialog");
    await button(form, say("adminCarbon:keep")).click();
    await expect(form.getByText(say("adminCarbon:required")).first()).toBeVisible();
    const language = say("admin:languages.en");
    await form.getByRole("textbox", { name: say("adminCarbon:nameIn", { language }) }).fill("Own lunch box");
    await form.getByRole("textbox", { name: say("adminCarbon:gramsOne") }).fill("150");
    await audit(page, "a new carbon factor");
    await button(form, say("adminCarbon:keep")).click();
    const row = page.getByRole("row", { name: /Own lunch box/ });
    await expect(row).toContainText("150 g");
    await expect(row).toContainText(say("adminCarbon:noSource"));

    await button(row, say("adminCarbon:newVersion")).click();
    await form.getByRole("textbox", { name: say("adminCarbon:gramsOne") }).fill("160");
    await button(form, say("adminCarbon:keep")).click();
    await expect(row).toContainText("160 g");
    await button(row, say("adminCarbon:end")).click();
    await button(page.getByRole("alertdialog"), say("adminCarbon:end")).click();
    await expect(row).toContainText(say("adminCarbon:ended"));
  });
});
