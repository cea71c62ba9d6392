import { adminPaths } from "../src/admin/paths";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, OPERATOR, signIn } from "./support/admin";
import { button, link, logIn } from "./support/app";
import { audit } from "./support/audit";
import { findMember, openTill, press } from "./support/counter";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { ALICE, call, newMember, staffToken } from "./support/people";

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
  const saved = page.waitForEvent("download");
  await button(page, say("carbon:share.open")).click();
  expect((await saved).suggestedFilename()).toBe("tree.png");
  await page.getByRole("tab", { name: say("carbon:byPartner") }).click();
  await expect(page.getByRole("tabpanel").getByRole("listitem").first()).toBeVisible();
  await audit(page, "a tree by partner");
  await link(page, say("carbon:method.title")).click();
  await page.getByRole("heading", { name: say("carbon:method.factors") }).waitFor();
});

inEachLanguage(() => {
  test("a cashier enters a weight within its limit, and the slip says what it saved", async ({
    page,
    say,
    server,
    watch,
  }) => {
    watch.expectStatus(401, "/api/merchant/till");
    const token = await staffToken(server, "operator@kapok.example");
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Hong_Kong" }).format(new Date());
    const name = { en: "Glass", zh: "玻璃", zhhk: "玻璃樽" };
    const body = { unit: "kilogram", name, grams: "300", most: "20", source: "", from: today };
    const factors = "/api/admin/carbon/factors";
    const factor = await call(server, "POST", factors, { token, body });
    const member = await newMember(server, {});
    await openTill(page, say, server);
    await findMember(page, say, member.shortId);
    await press(page, "42");
    const weight = page.getByRole("textbox", { name: /Glass|玻璃/ });
    await weight.fill("20.5");
    await expect(page.getByText(say("counter:carbon.most", { most: 20 }))).toBeVisible();
    const submit = button(page, say("counter:award.submit", { count: 42, points: "42" }));
    await expect(submit).toBeDisabled();
    await weight.fill("3.6");
    await expect(page.getByText(/1\.08.kg/)).toBeVisible();
    await audit(page, "a weight at the till");
    await submit.click();
    // 1,080 g of glass, and 24 g of the demo for each purchase.
    await expect(page.getByRole("dialog").getByText(/1\.104.kg/)).toBeVisible();
    await audit(page, "an award with saved CO2e");
    await call(server, "DELETE", `${factors}/${factor._id}`, { token, headers: { "If-Match": "*" } });
  });
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
