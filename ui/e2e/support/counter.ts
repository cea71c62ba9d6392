import { expect, type Page } from "@playwright/test";
import { button, heading, secret } from "./app";
import { audit } from "./audit";
import { PASSWORD, waitingTill } from "./people";
import type { Server } from "./server";
import type { Say } from "./words";

const PIN = "407193";
const COUNTER = "/merchant";

/** Every key of the pad, one after another. */
export async function press(page: Page, keys: string) {
  for (const key of keys) await page.getByRole("button", { name: key, exact: true }).click();
}

/** Opens a one-time link on this device and signs a cashier in. */
export async function openTill(page: Page, say: Say, server: Server) {
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

/** The holder of a card types its PIN, and what hangs on it is asked for. */
export async function typeCardPin(page: Page, say: Say, pin: string) {
  const turn = page.getByRole("dialog", { name: say("counter:cardPin.enter.title") });
  for (const key of pin) await turn.getByRole("button", { name: key, exact: true }).click();
  // The last one is the way back.
  await turn.getByRole("button").nth(-2).click();
}

/** Finds a member by what is typed instead of scanned. */
export async function findMember(page: Page, say: Say, typed: string) {
  await button(page, say("counter:award.type")).click();
  await page.getByRole("textbox", { name: say("counter:award.typeLabel") }).fill(typed);
  await button(page, say("counter:award.lookUp")).click();
}

/** Guesses codes until the till locks. */
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

/** A manager gives email and password at a till. */
export async function fillStaff(page: Page, say: Say, email: string) {
  await page.getByRole("textbox", { name: new RegExp(`^${say("counter:signIn.email")}`) }).fill(email);
  await secret(page, say("counter:signIn.password")).fill(PASSWORD);
  await button(page, say("counter:signIn.submit")).click();
}

/** Somebody is at work. */
export async function expectAtWork(page: Page, say: Say) {
  await expect(button(page, say("counter:jobs.award"))).toBeVisible();
}
