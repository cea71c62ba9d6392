import { expect, type Page } from "@playwright/test";
import { formatPoints, formatShortId } from "../../src/i18n/format";
import { paths } from "../../src/shared/paths";
import { button, heading, link, secret, stencil } from "./app";
import { audit } from "./audit";
import { codeFor, newEmail, newPhone, PASSWORD } from "./people";
import type { Server } from "./server";
import type { Say } from "./words";

interface Signup {
  server: Server;
  say: Say;
  by: "email" | "phone";
}

/** The steps of a sign-up before the captcha: name, password, and a verified contact. */
export async function proveContact(page: Page, { server, say, by }: Signup): Promise<string> {
  await page.goto(paths.login);
  await link(page, say("login:signUp")).click();
  await page.getByRole("textbox", { name: say("signup:firstName") }).fill("Ka Yan");
  await page.getByRole("textbox", { name: say("signup:lastName") }).fill("Lau");
  await secret(page, say("signup:password")).fill(PASSWORD);
  await secret(page, say("signup:confirm")).fill(PASSWORD);
  await audit(page, "sign-up, first step");
  await button(page, say("signup:continue")).click();

  await expect(heading(page, say("signup:verify.title"))).toBeFocused();
  const contact = by === "email" ? newEmail() : newPhone();
  await page.getByRole("textbox", { name: say(`account:${by}`), exact: true }).fill(contact);
  // The other contact has a send button too, which is off until its field is filled.
  await button(page, say("account:send")).and(page.locator(":enabled")).click();
  const code = page.getByRole("textbox", { name: say(`account:code.${by}`) });
  await expect(code).toBeFocused();
  await code.fill(await codeFor(server, contact));
  await expect(page.getByText(say("account:verified"), { exact: true })).toBeVisible();
  return contact;
}

/** Signs up with a real code and, if required, a real proof of work; ends at Home. */
export async function signUp(page: Page, { server, say, by }: Signup): Promise<string> {
  const contact = await proveContact(page, { server, say, by });
  const create = button(page, say("signup:create"));
  const person = page.getByRole("checkbox", { name: say("signup:person.label") });
  if ((await person.count()) > 0) {
    await expect(create).toBeDisabled();
    await person.click();
    await expect(page.getByText(say("signup:person.proven"))).toBeVisible();
  }
  await audit(page, "sign-up, second step");
  await create.click();
  await expect(page).toHaveURL(paths.home);
  return contact;
}

/** Goes through the eight pictures of the tutorial. */
export async function seeTutorial(page: Page, say: Say) {
  const tutorial = page.getByRole("dialog");
  await expect(tutorial.getByRole("heading", { name: say("tutorial:tree.title") })).toBeVisible();
  await audit(page, "tutorial");
  for (let step = 1; step < 8; step++) {
    await expect(
      tutorial.getByRole("img", { name: say("tutorial:step", { step, steps: 8 }), exact: true }),
    ).toBeVisible();
    await button(tutorial, say("tutorial:next")).click();
  }
  await button(tutorial, say("tutorial:begin")).click();
  await expect(tutorial).toHaveCount(0);
}

/** Sends points with the form, from Points to the receipt. */
export async function transfer(page: Page, say: Say, order: { to: string; amount: number }) {
  await page.goto(paths.points);
  await link(page, say("points:transfer")).click();
  await page.getByRole("textbox", { name: say("transfer:recipient") }).fill(order.to);
  await page.getByRole("textbox", { name: say("transfer:amount") }).fill(String(order.amount));
  await button(page, say("transfer:review")).click();
  await expect(heading(page, say("transfer:reviewTitle"))).toBeVisible();
  const recipient = order.to.includes("@") ? order.to : formatShortId(order.to);
  const shown = page.getByRole("definition").filter({ hasText: recipient });
  await expect(shown).toBeVisible();
  await audit(page, "review of a transfer");
  await button(page, say("transfer:confirm")).click();
  const amount = formatPoints(order.amount);
  await expect(heading(page, say("transfer:sent", { count: order.amount, amount }))).toBeFocused();
  await expect(shown).toBeVisible();
  await audit(page, "receipt of a transfer");
  await button(page, say("transfer:done")).click();
}

/** Types a campaign's code instead of a scan. */
export async function typeCode(page: Page, say: Say, code: string) {
  await page.goto(paths.home);
  await link(page, say("home:scan")).click();
  await button(page, say("scan:type")).click();
  await page.getByRole("textbox", { name: say("scan:typeLabel") }).fill(code);
  await audit(page, "typing a code");
  await button(page, say("scan:useCode")).click();
}

/** Buys one item, from the list to the result. */
export async function redeem(page: Page, say: Say, item: string) {
  await page.goto(paths.redeem);
  await button(page, item).click();
  await audit(page, "an item");
  await button(page.getByRole("dialog"), say("redeem:redeem")).click();
  const question = page.getByRole("alertdialog");
  await audit(page, "the question before a purchase");
  await button(question, say("redeem:confirm.confirm")).click();
  await expect(page).toHaveURL(paths.message);
}

export async function expectBalance(page: Page, points: number) {
  await page.goto(paths.points);
  await expect(stencil(page, formatPoints(points))).toBeVisible();
}
