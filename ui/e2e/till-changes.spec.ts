import { adminPaths, newPath } from "../src/admin/paths";
import { ADMIN_WINDOW, field, inEnglish, OPERATOR, signIn, title } from "./support/admin";
import { button } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { refusalIn } from "./support/words";

test.use({ ...ADMIN_WINDOW, sourceScale: 125 });

inEachLanguage((language) => {
  test("the desk renames a till and moves it to another outlet", async ({ page, say, watch }) => {
    watch.expectStatus(409, "/api/admin/tills/");
    const partner = `Harbour Tea ${language}`;
    await signIn(page, say, OPERATOR, newPath(adminPaths.partners));
    await inEnglish(page);
    await field(page, say("adminPartners:fields.name")).fill(partner);
    await button(page, say("admin:create")).click();
    await expect(title(page, partner)).toBeVisible();
    const list = (name: string) => page.getByRole("region", { name, exact: true });
    const dialog = page.getByRole("dialog");
    for (const outlet of ["Central", "Wan Chai"]) {
      await button(page, say("adminCounters:addOutlet")).click();
      await field(page, say("adminCounters:outletName")).first().fill(outlet);
      await button(dialog, say("adminCounters:saveOutlet")).click();
      await expect(list(say("adminCounters:outlets"))).toContainText(outlet);
    }
    for (const till of ["Till 2", "Till 1"]) {
      await button(page, say("adminCounters:addTill")).click();
      await dialog.getByRole("combobox").selectOption({ label: "Central" });
      await field(page, say("adminCounters:tillName")).fill(till);
      await button(dialog, say("adminCounters:keepTill")).click();
      await button(dialog, say("admin:done")).click();
    }

    const tills = list(say("adminCounters:tills"));
    await button(tills, `${say("adminCounters:changeTill")} Till 1`).click();
    const name = field(page, say("adminCounters:tillName"));
    await name.fill("till 2");
    await button(dialog, say("adminCounters:saveTill")).click();
    await expect(name).toHaveAttribute("aria-invalid", "true");
    await expect(dialog.getByRole("alert")).toHaveText(refusalIn(language, "till_name_taken"));
    await expect(name).toHaveValue("till 2");
    await audit(page, `a till whose name is taken, ${language}`);
    await name.fill(" ");
    await button(dialog, say("adminCounters:saveTill")).click();
    await expect(name).toHaveAttribute("aria-invalid", "true");
    await name.fill("By the door");
    await dialog.getByRole("combobox").selectOption({ label: "Wan Chai" });
    await expect(dialog.getByText(say("adminCounters:moveTill"))).toBeVisible();
    await audit(page, `a till to change, ${language}`);
    await button(dialog, say("adminCounters:saveTill")).click();
    await expect(page.getByText(say("adminCounters:savedTill", { name: "By the door" }))).toBeVisible();
    const row = tills.getByRole("listitem").filter({ hasText: "By the door" });
    await expect(row).toContainText("Wan Chai");
    await expect(dialog).toBeHidden();
    await page.screenshot({ path: test.info().outputPath("tills.png") });
    await audit(page, `a till that was moved, ${language}`);
  });
});
