import { paths } from "../../../src/shared/paths";
import { button, heading, link } from "../app";
import { typeCode } from "../journey";
import { CAMPAIGN_CODE } from "../people";
import { answerLost, type Chapter, type State, signedIn, undone } from "./stage";

/** A camera that fails with that DOMException name. */
const without =
  (name: string, failure: "denied" | "missing" | "busy" | "failed"): State["show"] =>
  async ({ page, say }) => {
    await page.goto(paths.home);
    await page.evaluate((error) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", error));
    }, name);
    await link(page, say("home:scan")).click();
    await heading(page, say(`scan:failures.${failure}.title`)).waitFor();
  };

const scanning: Chapter = {
  name: "the scanner",
  begin: signedIn,
  states: [
    {
      name: "scan",
      show: async ({ page, say }) => {
        await page.goto(paths.scan);
        await page.getByText(say("scan:hint")).waitFor();
      },
    },
    {
      name: "scan-type",
      show: async ({ page, say }) => {
        await button(page, say("scan:type")).click();
        await page.getByRole("textbox", { name: say("scan:typeLabel") }).waitFor();
      },
    },
    {
      name: "scan-type-empty",
      show: async ({ page, say }) => {
        await button(page, say("scan:useCode")).click();
        await page.getByText(say("scan:typeRequired")).waitFor();
      },
    },
    {
      name: "scan-refused",
      show: async ({ page, say }) => {
        await page.getByRole("textbox", { name: say("scan:typeLabel") }).fill("NOTHING");
        await button(page, say("scan:useCode")).click();
        await heading(page, say("scan:invalid")).waitFor();
      },
    },
    {
      name: "scan-not-sent",
      show: async ({ page, say }) => {
        await page.route("**/api/redeem/scanQR", answerLost);
        await typeCode(page, say, CAMPAIGN_CODE);
        await heading(page, say("scan:notSent")).waitFor();
      },
      after: undone,
    },
    {
      name: "scan-kept",
      show: async ({ page, say }) => {
        await page.reload();
        await heading(page, say("scan:notYet")).waitFor();
      },
    },
    {
      name: "scan-done",
      show: async ({ page, say }) => {
        await button(page, say("tryAgain")).click();
        await heading(page, say("scan:success")).waitFor();
      },
    },
    {
      name: "scan-stamp",
      show: async ({ page, say }) => {
        const name = { en: "Own cup, six times", zh: "自带杯六次", zhhk: "自備杯六次" };
        const gift = {
          kind: "stamp",
          goal: "019cde0a5b7070009f1b4c1f0c2f7a31",
          name,
          progress: 4,
          target: 6,
        };
        const message = say("goals:cards");
        await page.route("**/api/redeem/scanQR", (route) =>
          route.fulfill({
            json: { success: true, message, points: 0, balance: 0, gift: { ...gift, reached: false } },
          }),
        );
        await typeCode(page, say, "STAMP");
        await link(page, say("scan:see.stamp")).waitFor();
      },
      after: undone,
    },
    {
      name: "scan-gone",
      show: async ({ page, say }) => {
        await page.route("**/api/redeem/scanQR", (route) =>
          route.fulfill({
            status: 409,
            contentType: "application/problem+json",
            json: { status: 409, code: "out_of_stock", title: "", detail: say("scan:gone") },
          }),
        );
        await typeCode(page, say, "COUPON");
        await heading(page, say("scan:gone")).waitFor();
      },
      after: undone,
    },
    { name: "scan-denied", show: without("NotAllowedError", "denied") },
    { name: "scan-no-camera", show: without("NotFoundError", "missing") },
    { name: "scan-camera-busy", show: without("NotReadableError", "busy") },
    { name: "scan-camera-failed", show: without("UnknownError", "failed") },
    {
      name: "scan-insecure",
      show: async ({ page, say }) => {
        await page.goto(paths.home);
        await page.evaluate(() => Object.defineProperty(window, "isSecureContext", { value: false }));
        await link(page, say("home:scan")).click();
        await heading(page, say("scan:failures.insecure.title")).waitFor();
      },
    },
  ],
};

export const SCANNING: readonly Chapter[] = [scanning];
