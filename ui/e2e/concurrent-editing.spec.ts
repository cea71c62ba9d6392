import { adminPaths, recordPath } from "../src/admin/paths";
import { ADMIN_WINDOW, field, OPERATOR, publish, signIn, title } from "./support/admin";
import { button } from "./support/app";
import { expect, test } from "./support/fixtures";
import { newAnnouncement, newDraft, newItem, reannounce, restock, retitle } from "./support/people";

test.use(ADMIN_WINDOW);

test("publishing shows the changes of another editor and does not undo them", async ({
  page,
  say,
  server,
  watch,
}) => {
  const id = await newDraft(server, { en: "Harbour at dawn", zh: "海港", zhhk: "海港" });
  await signIn(page, say, OPERATOR, recordPath(adminPaths.articles, id));
  await expect(page.getByText(say("adminContent:standing.draft"))).toBeVisible();
  await retitle(server, id, "Harbour at dusk");

  watch.expectStatus(412, "/api/admin/articles/");
  await button(page, say("adminContent:publish.open")).click();
  const asked = page.getByRole("dialog");
  await asked.getByRole("checkbox", { name: say("adminContent:publish.useEnglish") }).check();
  await button(asked, say("adminContent:publish.now")).click();
  const dialog = page.getByRole("dialog", { name: say("adminContent:stale.title") });
  await expect(dialog.getByText("Harbour at dusk")).toBeVisible();
  await button(dialog, say("adminContent:stale.merge")).click();
  const words = field(page, say("adminArticles:fields.title"));
  await expect(words).toHaveValue("Harbour at dusk");
  await expect(page.getByText(say("adminContent:standing.draft"))).toBeVisible();

  await publish(page, say, { inEnglish: true });
  await page.getByRole("combobox", { name: say("adminArticles:fields.type") }).selectOption("activities");
  await button(page, say("admin:save")).click();
  await expect(button(page, say("admin:save"))).toBeDisabled();
  await page.reload();
  await expect(words).toHaveValue("Harbour at dusk");
  await expect(page.getByText(say("adminContent:standing.published"))).toBeVisible();
});

test("an announcement is sent only with the text that the sender has seen", async ({
  page,
  say,
  server,
  watch,
}) => {
  const id = await newAnnouncement(server, "Open on Sunday");
  await signIn(page, say, OPERATOR, recordPath(adminPaths.announcements, id));
  await expect(title(page, "Open on Sunday")).toBeVisible();
  await reannounce(server, id, "Closed on Sunday");

  watch.expectStatus(412, `/api/admin/notifications/${id}/send`);
  const reach = page.locator("dl").filter({ hasText: say("adminAnnouncements:audience.members") });
  await expect(reach.locator("dd").nth(1)).toHaveText(/\d/);
  const members = (await reach.locator("dd").nth(1).textContent()) ?? "";
  const count = Number(members.replace(/\D/g, ""));
  const send = async () => {
    await button(page, say("adminAnnouncements:sendTo", { count, members })).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(say("adminAnnouncements:typed.label", { count, members })).fill(members);
    await button(dialog, say("adminAnnouncements:send")).click();
  };
  await send();
  const dialog = page.getByRole("dialog", { name: say("adminContent:stale.title") });
  await expect(dialog.getByText("Closed on Sunday")).toBeVisible();
  await button(dialog, say("adminContent:stale.merge")).click();
  await expect(field(page, say("adminAnnouncements:fields.title"))).toHaveValue("Closed on Sunday");
  await send();
  // It goes out after a minute in which it can be stopped.
  await expect(page.getByRole("timer")).toBeVisible();
});

test("an editor who cannot load the newer version sees why", async ({ page, say, server, watch }) => {
  const id = await newDraft(server, { en: "Ferry in fog", zh: "渡轮", zhhk: "渡輪" });
  await signIn(page, say, OPERATOR, recordPath(adminPaths.articles, id));
  await field(page, say("adminArticles:fields.title")).fill("Ferry in the fog");
  await retitle(server, id, "Ferry at night");

  watch.expectStatus(412, `/api/admin/articles/${id}`);
  watch.expectCutLine();
  await page.route(`**/api/admin/articles/${id}`, (route) =>
    route.request().method() === "GET" ? route.abort() : route.continue(),
  );
  await button(page, say("admin:save")).click();
  await expect(page.getByText(say("admin:errors.offline"))).toBeVisible();
  await expect(field(page, say("adminArticles:fields.title"))).toHaveValue("Ferry in the fog");
  await page.unrouteAll();
  await button(page, say("admin:save")).click();
  await expect(page.getByRole("dialog", { name: say("adminContent:stale.title") })).toBeVisible();
});

test("stock grows by the entered amount while items are sold", async ({ page, say, server }) => {
  const id = await newItem(server, "Steam bun", { leftover: 10 });
  await signIn(page, say, OPERATOR, recordPath(adminPaths.items, id));
  const stock = page.getByRole("textbox", { name: say("adminItems:fields.leftover"), exact: true });
  await expect(stock).toHaveValue("10");
  await stock.fill("15");
  await restock(server, id, -3);
  await button(page, say("adminItems:setStock")).click();
  await expect(page.getByText(say("adminItems:stockSet", { count: 12, shown: "12" }))).toBeVisible();
  await expect(stock).toHaveValue("12");
  await expect(button(page, say("adminItems:setStock"))).toHaveCount(0);
});
