import { readFile } from "node:fs/promises";
import { paths } from "../src/shared/paths";
import { link, logIn } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { ALICE } from "./support/people";
import { refuses } from "./support/states/stage";

inEachLanguage(() => {
  test("a member downloads signed statements of past months", async ({ page, say, watch }) => {
    await logIn(page, say, ALICE.email);
    await page.goto(paths.points);
    await link(page, say("points:statements.link")).click();
    await expect(page).toHaveURL(paths.statements);
    const newest = page.getByRole("listitem").first();
    await expect(newest).toBeVisible();
    await audit(page, "statements");
    const save = async (form: string) => {
      const waiting = page.waitForEvent("download");
      await newest.getByRole("button", { name: form }).click();
      const file = await waiting;
      return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
    };
    const pdf = await save("PDF");
    expect(pdf.name).toMatch(/^statement-\d{4}-\d{2}\.pdf$/);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(pdf.bytes.toString("latin1").trimEnd()).toMatch(/%kapok-signature [\w-]{86}$/);
    await expect(page.getByText(say("points:statements.saved"))).toBeVisible();
    const json = JSON.parse((await save("JSON")).bytes.toString());
    expect(json.statement.format).toBe("kapok-statement-1");
    watch.expectStatus(404, "/api/statement");
    await page.route("**/api/statement/*/pdf", (route) => route.fulfill(refuses(404, "not_found")));
    await newest.getByRole("button", { name: "PDF" }).click();
    await expect(page.getByText(say("points:statements.notSaved"))).toBeVisible();
    await audit(page, "statements, failed");
  });
});
