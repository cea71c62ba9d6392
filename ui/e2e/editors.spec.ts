import { desk, recordPath } from "../src/admin/paths";
import { button } from "./support/app";
import { DESK_WINDOW, field, OPERATOR, publish, signIn } from "./support/desk";
import { expect, test } from "./support/fixtures";
import { newDraft, retitle } from "./support/people";

test.use(DESK_WINDOW);

test("who publishes meets what another wrote meanwhile, and does not undo it", async ({
  page,
  say,
  server,
  watch,
}) => {
  const id = await newDraft(server, { en: "Harbour at dawn", zh: "海港", zhhk: "海港" });
  await signIn(page, say, OPERATOR, recordPath(desk.articles, id));
  await expect(page.getByText(say("deskContent:standing.draft"))).toBeVisible();
  await retitle(server, id, "Harbour at dusk");

  watch.expectStatus(412, "/api/admin/articles/");
  await button(page, say("deskContent:publish.open")).click();
  const asked = page.getByRole("dialog");
  await asked.getByRole("checkbox", { name: say("deskContent:publish.useEnglish") }).check();
  await button(asked, say("deskContent:publish.now")).click();
  const dialog = page.getByRole("dialog", { name: say("deskContent:stale.title") });
  await expect(dialog.getByText("Harbour at dusk")).toBeVisible();
  await button(dialog, say("deskContent:stale.merge")).click();
  const words = field(page, say("deskArticles:fields.title"));
  await expect(words).toHaveValue("Harbour at dusk");
  await expect(page.getByText(say("deskContent:standing.draft"))).toBeVisible();

  await publish(page, say, { inEnglish: true });
  await page.getByRole("combobox", { name: say("deskArticles:fields.type") }).selectOption("activities");
  await button(page, say("desk:save")).click();
  await expect(button(page, say("desk:save"))).toBeDisabled();
  await page.reload();
  await expect(words).toHaveValue("Harbour at dusk");
  await expect(page.getByText(say("deskContent:standing.published"))).toBeVisible();
});
