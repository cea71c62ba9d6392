import { adminPaths } from "../src/admin/paths";
import { ADMIN_WINDOW, OPERATOR, signIn, title } from "./support/admin";
import { button } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, inOneLanguage, test } from "./support/fixtures";
import { refusalIn } from "./support/words";

test.use(ADMIN_WINDOW);

inOneLanguage("zh", () => {
  test("a request id of an error finds the request, and each finding of the doctor has a fix", async ({
    page,
    say,
    server,
  }) => {
    const refused = await fetch(`${server.url}/api/redeem/list?cursor=x&marker=${say("admin:languages.en")}`);
    const { instance } = await refused.json();

    await signIn(page, say, OPERATOR, adminPaths.diagnostics);
    await expect(title(page, say("adminDiagnostics:title"))).toBeVisible();
    const findings = page.getByRole("listitem").filter({ hasText: say("adminDiagnostics:findings.fix") });
    await expect(findings.first()).toBeVisible();
    await expect(
      page.getByRole("term").getByText(say("adminDiagnostics:figures.database"), { exact: true }),
    ).toBeVisible();
    // The checks have translated names, not those of the API.
    await expect(page.getByText(say("adminDiagnostics:checks.disk_space"), { exact: true })).toBeVisible();
    await expect(page.getByText(say("adminDiagnostics:found.database_fine.said"))).toBeVisible();
    await expect(page.getByText(/\b(disk_space|open_files|backup_folder)\b/)).toHaveCount(0);
    await audit(page, "how the server fares");
    await button(page, say("adminDiagnostics:findings.again")).click();
    await expect(findings.first()).toBeVisible();
    // Only owners may see the start-up settings.
    await expect(page.getByRole("tab", { name: say("adminDiagnostics:tabs.settings") })).toHaveCount(0);

    await page.getByRole("tab", { name: say("adminDiagnostics:tabs.requests") }).click();
    await page.getByRole("searchbox").fill(instance);
    const requests = page.getByRole("table", { name: say("adminDiagnostics:tabs.requests") });
    await expect(requests.getByRole("row")).toHaveCount(2);
    await expect(requests.getByText("GET /api/redeem/list")).toBeVisible();
    await audit(page, "the last requests");
    await page.getByRole("combobox").selectOption("failed");
    await expect(page.getByText(say("adminDiagnostics:requests.empty"))).toBeVisible();

    await page.getByRole("tab", { name: say("adminDiagnostics:tabs.log") }).click();
    const log = page.getByRole("table", { name: say("adminDiagnostics:tabs.log") });
    // The search is needed because other tests may have filled the first page.
    await page.getByRole("searchbox").fill("listening");
    await expect(log.getByText(/^listening/)).toBeVisible();
    await page.getByRole("switch", { name: say("adminDiagnostics:follow") }).check();
    await audit(page, "the log");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      button(page, say("adminDiagnostics:download")).click(),
    ]);
    expect(file.suggestedFilename()).toBe("kapok-log.ndjson");
  });
});

inEachLanguage((language) => {
  test("an operator backs up, verifies the ledger and sends tests", async ({ page, say, watch }) => {
    watch.expectStatus(400, "/api/admin/messages/test");
    await signIn(page, say, OPERATOR, adminPaths.diagnostics);
    await button(page, say("adminDiagnostics:backups.make")).click();
    await expect(page.getByText(say("adminDiagnostics:backups.made"))).toBeVisible();
    await button(page, say("adminDiagnostics:ledger.check")).click();
    await expect(page.getByText(say("adminDiagnostics:ledger.sound"), { exact: true }).first()).toBeVisible();
    await button(page, say("adminDiagnostics:tests.mail")).click();
    await expect(page.getByText(say("adminDiagnostics:tests.kept", { to: OPERATOR }))).toBeVisible();
    await audit(page, `${language}: work on the installation`);

    await button(page, say("adminDiagnostics:tests.sms")).click();
    const dialog = page.getByRole("dialog");
    const phone = dialog.getByRole("textbox");
    await phone.fill("12");
    await button(dialog, say("adminDiagnostics:tests.send")).click();
    await expect(dialog.getByText(refusalIn(language, "invalid_hong_kong_phone"))).toBeVisible();
    await phone.fill("6123 4567");
    await button(dialog, say("adminDiagnostics:tests.send")).click();
    await expect(page.getByText(say("adminDiagnostics:tests.kept", { to: "+85261234567" }))).toBeVisible();

    await button(page, say("adminDiagnostics:backups.all")).click();
    await expect(dialog.getByText(/^kapok-.*\.tar\.zst/).first()).toBeVisible();
    await audit(page, `${language}: the list of backups`);
  });
});
