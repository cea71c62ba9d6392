import { expect, type Page } from "@playwright/test";
import { formatPoints } from "../../src/i18n/format";
import { button, heading, secret } from "./app";
import { audit } from "./audit";
import { PASSWORD, waitingTill } from "./people";
import type { Server } from "./server";
import { watchOf } from "./watch";
import type { Say } from "./words";

const PIN = "407193";
const COUNTER = "/merchant";
/** The time between the keys of a person. The keys of a scanner come within a few milliseconds. */
export const BY_HAND = { delay: 90 };

/** Presses these keys of the pad in order. */
export async function press(page: Page, keys: string) {
  for (const key of keys) await page.getByRole("button", { name: key, exact: true }).click();
}

/** Enrols this device by a one-time link and signs a cashier in. */
export async function openTill(page: Page, say: Say, server: Server) {
  // The app asks whether a cashier is signed in.
  watchOf(page).expectStatus(401, "/api/merchant/till");
  const { link } = await waitingTill(server);
  await page.goto(link);
  await expect(heading(page, say("counter:enrol.title"))).toBeVisible();
  await expect(page).toHaveURL(COUNTER);
  await audit(page, "a device to set up");
  await button(page, say("counter:enrol.submit")).click();
  await expect(heading(page, say("counter:signIn.who"))).toBeVisible();
  await audit(page, "who is at the till");
  await button(page, "Ah Fan").click();
  await press(page, PIN);
  await audit(page, "a PIN");
  await button(page, say("counter:signIn.submit")).click();
  await expectAtWork(page, say);
}

/** Types a card's PIN and confirms the dialog. */
export async function typeCardPin(page: Page, say: Say, pin: string) {
  const turn = page.getByRole("dialog", { name: say("counter:cardPin.enter.title") });
  for (const key of pin) await turn.getByRole("button", { name: key, exact: true }).click();
  // The last button goes back.
  await turn.getByRole("button").nth(-2).click();
}

/** Sends the keys of a keyboard scanner to whatever has the focus, and waits until a next key counts as a person's. */
export async function scanByKeys(page: Page, text: string) {
  const end = await page.evaluate((keys) => {
    for (const key of [...keys, "Enter"])
      document.activeElement?.dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
      );
    return performance.now();
  }, text);
  await page.waitForFunction((after) => performance.now() > after, end + BY_HAND.delay);
}

/** Finds a member by a typed number instead of a scan. */
export async function findMember(page: Page, say: Say, typed: string) {
  await page.getByRole("textbox", { name: say("counter:award.typeLabel") }).fill(typed);
  await button(page, say("counter:award.lookUp")).click();
}

/** Finds a member, types a bill without cents and awards the points that the button says. */
export async function awardAtTill(page: Page, say: Say, shortId: string, bill: number, points = bill) {
  await findMember(page, say, shortId);
  await press(page, String(bill));
  await button(page, say("counter:award.submit", { count: points, points: formatPoints(points) })).click();
}

/** Enters wrong codes until the till locks. */
export async function lockTill(page: Page, say: Say) {
  await page.evaluate(async () => {
    const headers = { "Content-Type": "application/json" };
    for (let guess = 0; guess < 10; guess++)
      await fetch("/api/merchant/verify", {
        method: "POST",
        headers,
        body: JSON.stringify({ code: `GUESS-${guess}` }),
      });
  });
  await page.reload();
  await expect(heading(page, say("counter:locked.title"))).toBeVisible();
}

/** Fills in a manager's e-mail address and password at a till. */
export async function fillStaff(page: Page, say: Say, email: string) {
  await page.getByRole("textbox", { name: new RegExp(`^${say("counter:signIn.email")}`) }).fill(email);
  await secret(page, say("counter:signIn.password")).fill(PASSWORD);
  await button(page, say("counter:signIn.submit")).click();
}

/** Expects a signed-in cashier. */
export async function expectAtWork(page: Page, say: Say) {
  await expect(button(page, say("counter:jobs.award"))).toBeVisible();
}
