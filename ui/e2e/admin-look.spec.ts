import { adminPaths, newPath } from "../src/admin/paths";
import { ADMIN_WINDOW, field, OWNER, signIn, title } from "./support/admin";
import { button } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";

test.use(ADMIN_WINDOW);

test("a phone shows the chosen tab without scrolling the page", async ({ page, say }) => {
  await signIn(page, say, OWNER, adminPaths.account);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${adminPaths.settings}?tab=server`);
  const tab = page.getByRole("tab", { name: say("adminSettings:server.title"), exact: true });
  await expect(tab).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => [window.scrollX, window.scrollY])).toEqual([0, 0]);
  await audit(page, "the last tab on a phone");
});

test("the whole menu fits a low screen", async ({ page, say }) => {
  await signIn(page, say, OWNER, adminPaths.account);
  await page.setViewportSize({ width: 1280, height: 800 });
  // The group with the most pages.
  await button(page, say("admin:groups.programme")).click();
  await expect(page.getByRole("link", { name: say("admin:nav.carbon") })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("link", { name: say("admin:nav.settings") })).toBeInViewport({ ratio: 1 });
});

test("a preview without a picture shows no broken image", async ({ page, say }) => {
  await signIn(page, say, OWNER, newPath(adminPaths.items));
  await expect(field(page, say("adminItems:fields.name"))).toBeVisible();
  await expect(page.locator("img[src='']")).toHaveCount(0);
  await page.goto(newPath(adminPaths.partners));
  await expect(field(page, say("adminPartners:fields.name"))).toBeVisible();
  await expect(page.locator("img[src='']")).toHaveCount(0);
});

test("a long form keeps its save button visible", async ({ page, say }) => {
  await signIn(page, say, OWNER, `${adminPaths.settings}?tab=webhooks`);
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(title(page, say("adminSettings:title"))).toBeVisible();
  await button(page, say("adminWebhooks:add")).click();
  await expect(page.getByRole("dialog").getByRole("button").last()).toBeInViewport({ ratio: 1 });
});

test("a list that fails on the server shows an error with the request id", async ({ page, say, watch }) => {
  watch.expectStatus(500, "/api/admin/members");
  await page.route("**/api/admin/members?*", (route) =>
    route.fulfill({
      status: 500,
      contentType: "application/problem+json",
      headers: { "X-Request-Id": "ac17e54cb15f4aa4" },
      json: { status: 500, code: "internal_error", message: "!" },
    }),
  );
  await signIn(page, say, OWNER, adminPaths.members);
  await expect(page.getByRole("alert").getByText(say("request", { id: "ac17e54cb15f4aa4" }))).toBeVisible();
});

inOneLanguage("zh", () => {
  test("the marks of the three languages stay on one line in the list of rewards", async ({ page, say }) => {
    await signIn(page, say, OWNER, adminPaths.items);
    const marks = page.getByRole("table").locator("i[lang]");
    await expect(marks.first()).toBeVisible();
    const heights = await marks.evaluateAll((all) => all.map((mark) => mark.getBoundingClientRect().height));
    // A line of these small letters is some 20 pixels high.
    expect(Math.max(...heights)).toBeLessThan(30);
  });
});
