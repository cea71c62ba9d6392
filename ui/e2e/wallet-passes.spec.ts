import { execFile } from "node:child_process";
import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { paths } from "../src/shared/paths";
import { button, logIn } from "./support/app";
import { auditBoth } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { decide, newMember } from "./support/people";
import { refuses } from "./support/states/stage";
import { refusalIn } from "./support/words";

const file = (name: string) => fileURLToPath(new URL(`../../tests/data/${name}`, import.meta.url));
// A key that belongs to nobody; the certificates are of it.
const key = createPrivateKey({
  key: readFileSync(file("rsa-2048-of-nobody.der")),
  format: "der",
  type: "pkcs8",
})
  .export({ format: "pem", type: "pkcs8" })
  .toString();
const account = JSON.stringify({
  project_id: "kapok-test",
  private_key: key,
  client_email: "cards@kapok-test.iam.example.org",
  token_uri: "https://oauth2.example.org/token",
});
const GOOGLE = "https://pay.google.com";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36";

test.use({
  settings: {
    KAPOK_WALLET_PASS__APPLE__CERTIFICATE: file("wallet-pass.pem"),
    KAPOK_WALLET_PASS__APPLE__INTERMEDIATE: file("wallet-pass-issuer.pem"),
    KAPOK_WALLET_PASS__APPLE__KEY: key,
    KAPOK_WALLET_PASS__APPLE__PASS_TYPE: "pass.hk.example.points",
    KAPOK_WALLET_PASS__APPLE__TEAM: "ABCDE12345",
    KAPOK_WALLET_PASS__GOOGLE__ISSUER_ID: "3388000000012345678",
    KAPOK_WALLET_PASS__GOOGLE__SERVICE_ACCOUNT: account,
  },
});

inEachLanguage((language) => {
  test("a member adds the card that earns only to the wallet of the phone", async ({
    page,
    say,
    server,
    watch,
    anotherPhone,
  }) => {
    await decide(server, { counterCodes: true });
    const member = await newMember(server, { points: 500 });
    await logIn(page, say, member.email);
    const openEarnOnly = async (phone: typeof page) => {
      await phone.goto(paths.profile);
      await phone.getByRole("button", { name: say("profile:code.open") }).click();
      const sheet = phone.getByRole("dialog", { name: say("profile:code.title") });
      await sheet.getByRole("tab", { name: say("profile:code.earn") }).click();
      return sheet;
    };

    await test.step("a computer has both, and downloads the card of Apple", async () => {
      const sheet = await openEarnOnly(page);
      await expect(button(sheet, say("profile:pass.addGoogle"))).toBeVisible();
      await auditBoth(page, "a code with its cards for wallets");
      const waiting = page.waitForEvent("download");
      await button(sheet, say("profile:pass.addApple")).click();
      const card = await waiting;
      expect(card.suggestedFilename()).toBe("card.pkpass");
      const read = "import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).read('pass.json').decode())";
      const { stdout } = await promisify(execFile)("python3", ["-c", read, await card.path()]);
      const [code] = JSON.parse(stdout).barcodes;
      expect(code.message).toBe(member.shortId);
    });

    await test.step("a refusal is told beside the buttons", async () => {
      const sheet = page.getByRole("dialog", { name: say("profile:code.title") });
      const refusal = refusalIn(language, "wallet_pass_off");
      watch.expectStatus(404, "/api/wallet-pass/");
      await page.route("**/api/wallet-pass/apple", (route) =>
        route.fulfill(refuses(404, "wallet_pass_off", refusal)),
      );
      await button(sheet, say("profile:pass.addApple")).click();
      await expect(sheet.getByRole("alert")).toContainText(refusal);
      await auditBoth(page, "a card that was refused");
    });

    await test.step("an Android phone has the one of Google and goes there", async () => {
      watch.expectGuest(GOOGLE);
      const phone = await anotherPhone({ viewport: { width: 375, height: 812 }, userAgent: ANDROID });
      await phone.route(`${GOOGLE}/**`, (route) =>
        route.fulfill({
          contentType: "text/html",
          body: "<!doctype html><title>Wallet</title><h1>Wallet</h1>",
        }),
      );
      await logIn(phone, say, member.email);
      const sheet = await openEarnOnly(phone);
      const add = button(sheet, say("profile:pass.addGoogle"));
      await expect(add).toBeVisible();
      await expect(button(sheet, say("profile:pass.addApple"))).toHaveCount(0);
      await add.click();
      await phone.waitForURL(`${GOOGLE}/gp/v/save/**`);
      const claims = Buffer.from(phone.url().split(".")[3] ?? "", "base64url").toString();
      expect(JSON.parse(claims).payload.loyaltyObjects[0].barcode.value).toBe(member.shortId);
    });

    await test.step("without changing codes the buttons stand on Me", async () => {
      await decide(server, { counterCodes: false });
      await page.goto(paths.profile);
      await expect(button(page, say("profile:pass.addApple"))).toBeVisible();
      await auditBoth(page, "Me with cards for wallets");
    });
  });
});
