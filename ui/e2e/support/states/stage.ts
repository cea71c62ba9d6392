import type { BrowserContext, Page, Route } from "@playwright/test";
import type { Language } from "../../../src/i18n/language";
import { paths } from "../../../src/shared/paths";
import { button, heading, logIn } from "../app";
import type { Member } from "../people";
import type { Server } from "../server";
import type { Say } from "../words";

/** The page and the member with which a state is shown. */
export interface Stage {
  page: Page;
  context: BrowserContext;
  server: Server;
  say: Say;
  language: Language;
  /** A member of this chapter only, with the data that it needs. */
  member: Member;
}

export interface State {
  /** The name of its pictures. */
  name: string;
  show(stage: Stage): Promise<void>;
  after?(stage: Stage): Promise<void>;
}

/** States that are reached one from another on one device. */
export interface Chapter {
  name: string;
  member?: { points?: number; tutorial?: boolean };
  begin?(stage: Stage): Promise<void>;
  states: readonly State[];
}

type Show = State["show"];

export const signedIn: Show = ({ page, say, member }) => logIn(page, say, member.email);

/** Waits until the screen loads nothing more. */
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

/** A refusal in the form of the server. */
export const refuses = (status: number, code: string, message = "") => ({
  status,
  contentType: "application/problem+json",
  headers: { "X-Request-Id": "ac17e54cb15f4aa4" },
  json: { status, code, message },
});

/** Makes a call fail. */
export const failing =
  (call: string, path: string): Show =>
  async (stage) => {
    await stage.page.route(call, (route) => route.fulfill(refuses(422, "validation_failed")));
    await stage.page.goto(path);
    await stage.page.getByRole("alert").waitFor();
    await arrived(stage);
  };

/** Makes a call wait for ever. */
export const waiting =
  (call: string, path: string): Show =>
  async ({ page, say }) => {
    await page.route(call, () => {});
    await page.goto(path);
    await page.getByText(say("loading"), { exact: true }).first().waitFor({ state: "attached" });
  };

/** Cuts the connection after the server has handled the call. */
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

/** Opens Settings from the profile, because a reload would drop the overridden features. */
export const openSettings = async ({ page, say }: Stage) => {
  await page.getByRole("link", { name: say("profile:settings"), exact: true }).click();
  await heading(page, say("settings:appearance")).waitFor();
};

export const cancelled: Show = async ({ page, say }) => {
  await button(page.locator("dialog[open]"), say("settings:confirm.cancel")).click();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
};

/** Logs out, so that the next chapter can begin at log in. */
export const loggedOut: Show = async ({ page, say }) => {
  await page.goto(paths.profile);
  await button(page, say("profile:logOut")).click();
  await page.waitForURL(paths.login);
};
