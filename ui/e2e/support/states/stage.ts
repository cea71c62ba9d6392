import type { BrowserContext, Page, Route } from "@playwright/test";
import type { Language } from "../../../src/i18n/language";
import { paths } from "../../../src/shared/paths";
import { button, heading, logIn } from "../app";
import type { Member } from "../people";
import type { Server } from "../server";
import type { Say } from "../words";

/** What a state is shown on. */
export interface Stage {
  page: Page;
  context: BrowserContext;
  server: Server;
  say: Say;
  language: Language;
  /** Nobody else's, and as the chapter wants them. */
  member: Member;
}

export interface State {
  /** Of its pictures. */
  name: string;
  show(stage: Stage): Promise<void>;
  after?(stage: Stage): Promise<void>;
}

/** States that are reached one from another, on one device. */
export interface Chapter {
  name: string;
  member?: { points?: number; tutorial?: boolean };
  begin?(stage: Stage): Promise<void>;
  states: readonly State[];
}

type Show = State["show"];

export const signedIn: Show = ({ page, say, member }) => logIn(page, say, member.email);

/** Nothing of the screen is on its way any more. */
const arrived = async ({ page, say }: Stage) => {
  await page.getByText(say("loading"), { exact: true }).first().waitFor({ state: "detached" });
};

export const titled =
  (path: string, title: (say: Say) => string): Show =>
  async (stage) => {
    await stage.page.goto(path);
    await heading(stage.page, title(stage.say)).waitFor();
    await arrived(stage);
  };

/** Answers as the server does where it refuses. */
export const refuses = (status: number, code: string, message = "") => ({
  status,
  contentType: "application/problem+json",
  headers: { "X-Request-Id": "ac17e54cb15f4aa4" },
  json: { status, code, message },
});

/** A call that comes with nothing good. */
export const failing =
  (call: string, path: string): Show =>
  async (stage) => {
    await stage.page.route(call, (route) => route.fulfill(refuses(422, "validation_failed")));
    await stage.page.goto(path);
    await stage.page.getByRole("alert").waitFor();
    await arrived(stage);
  };

/** A call that does not come. */
export const waiting =
  (call: string, path: string): Show =>
  async ({ page, say }) => {
    await page.route(call, () => {});
    await page.goto(path);
    await page.getByText(say("loading"), { exact: true }).first().waitFor({ state: "attached" });
  };

/** The line is cut once the server has done what was asked. */
export const answerLost = async (route: Route) => {
  await route.fetch();
  await route.abort("internetdisconnected");
};

export const undone: Show = async ({ page }) => {
  await page.unrouteAll({ behavior: "ignoreErrors" });
};

export const firstOf = async (page: Page, path: string) => {
  await page.goto(path);
  await page.getByRole("main").getByRole("listitem").first().getByRole("link").click();
};

/** Opens Settings from the profile, so that what the page was told of its device holds there too. */
export const openSettings = async ({ page, say }: Stage) => {
  await page.getByRole("link", { name: say("profile:settings"), exact: true }).click();
  await heading(page, say("settings:appearance")).waitFor();
};

export const cancelled: Show = async ({ page, say }) => {
  await button(page.locator("dialog[open]"), say("settings:confirm.cancel")).click();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
};

/** Ends what one device began, so that the next may begin at the front door. */
export const loggedOut: Show = async ({ page, say }) => {
  await page.goto(paths.profile);
  await button(page, say("profile:logOut")).click();
  await page.waitForURL(paths.login);
};
