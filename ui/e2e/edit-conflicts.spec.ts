import { adminPaths, recordPath } from "../src/admin/paths";
import { ADMIN_WINDOW, field, OPERATOR, OWNER, signIn } from "./support/admin";
import { button } from "./support/app";
import { expect, test } from "./support/fixtures";
import { changeMeanwhile, newKey, newOutlet } from "./support/people";

test.use(ADMIN_WINDOW);

test("the form of an outlet opens with current values and shows later changes as conflicts", async ({
  page,
  say,
  server,
  watch,
}) => {
  const { partner, path } = await newOutlet(server, "Jordan");
  await signIn(page, say, OPERATOR, recordPath(adminPaths.partners, partner));
  const change = page.getByRole("button", { name: `${say("adminCounters:editOutlet")} Jordan` });
  await expect(change).toBeVisible();
  await changeMeanwhile(server, path, () => ({ name: { en: "Jordan" }, address: { en: "1 Ferry Street" } }));
  await change.click();
  const address = field(page, say("adminCounters:outletAddress")).first();
  await expect(address).toHaveValue("1 Ferry Street");

  await address.fill("2 Ferry Street");
  await changeMeanwhile(server, path, () => ({
    name: { en: "Jordan North" },
    address: { en: "1 Ferry Street" },
  }));
  watch.expectStatus(412, "/api/admin/outlets/");
  await button(page, say("adminCounters:saveOutlet")).click();
  await button(
    page.getByRole("dialog", { name: say("adminContent:stale.title") }),
    say("adminContent:stale.merge"),
  ).click();
  await expect(field(page, say("adminCounters:outletName")).first()).toHaveValue("Jordan North");
  await button(page, say("adminCounters:saveOutlet")).click();
  const outlets = page.getByRole("region", { name: say("adminCounters:outlets"), exact: true });
  await expect(outlets.getByRole("listitem").filter({ hasText: "Jordan North" })).toContainText(
    "2 Ferry Street",
  );
});

test("renaming an API key does not restore a permission that another owner removed", async ({
  page,
  say,
  server,
  watch,
}) => {
  const path = await newKey(server, "Till 12");
  await signIn(page, say, OWNER, `${adminPaths.settings}?tab=keys`);
  await button(page, "Till 12").click();
  await button(page, say("adminSettings:keys.change")).click();
  const dialog = page.getByRole("dialog", { name: say("adminSettings:keys.change") });
  const award = dialog.getByRole("checkbox", { name: say("adminSettings:keys.scope.award") });
  await expect(award).toBeChecked();
  await changeMeanwhile(server, path, () => ({ name: "Till 12", scopes: ["collect"], networks: [] }));
  await dialog
    .getByRole("textbox", { name: new RegExp(`^${say("adminSettings:keys.name")}`) })
    .fill("Till 13");
  watch.expectStatus(412, "/api/admin/api-keys/");
  await button(dialog, say("adminSettings:keys.save")).click();
  const stale = page.getByRole("dialog", { name: say("adminContent:stale.title") });
  await expect(stale.getByText(say("adminContent:stale.no"), { exact: true })).toBeVisible();
  await button(stale, say("adminContent:stale.merge")).click();
  await expect(award).not.toBeChecked();
  await button(dialog, say("adminSettings:keys.save")).click();
  await expect(button(page, "Till 13")).toBeVisible();
});
