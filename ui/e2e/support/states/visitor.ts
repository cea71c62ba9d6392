import { paths } from "../../../src/shared/paths";
import { button, fillLogin, heading, link, logIn, secret } from "../app";
import { ALICE, newEmail, PASSWORD } from "../people";
import { type Chapter, failing, refuses, signedIn, titled, undone } from "./stage";

const signIns: Chapter = {
  name: "the way in",
  states: [
    {
      name: "login",
      show: async ({ page, say }) => {
        await page.goto(paths.login);
        await button(page, say("login:submit")).waitFor();
      },
    },
    {
      name: "invitation",
      show: async ({ page, say, member }) => {
        await page.goto(paths.invite.replace(":code", member.referralCode));
        await link(page, say("invite:signUp")).waitFor();
        await page.getByText(say("invite:after")).waitFor();
      },
      after: async ({ page, say }) => {
        await page.goto(paths.login);
        await button(page, say("login:submit")).waitFor();
      },
    },
    {
      name: "login-errors",
      show: async ({ page, say }) => {
        await button(page, say("login:submit")).click();
        await page.getByText(say("login:errors.passwordRequired")).waitFor();
      },
    },
    {
      name: "login-refused",
      show: async ({ page, say }) => {
        await page.goto(paths.login);
        await fillLogin(page, say, "nobody@kapok.example", PASSWORD);
        await page.getByRole("alert").waitFor();
      },
    },
    {
      name: "login-failed",
      show: async ({ page, say }) => {
        const failure = refuses(500, "internal_error", say("login:errors.failed"));
        await page.route("**/api/auth/login", (route) => route.fulfill(failure));
        await page.goto(paths.login);
        await fillLogin(page, say, ALICE.email, PASSWORD);
        await page.getByText(say("request", { id: "ac17e54cb15f4aa4" })).waitFor();
      },
      after: undone,
    },
    {
      name: "login-busy",
      show: async ({ page, say }) => {
        await page.route("**/api/auth/login", () => {});
        await page.goto(paths.login);
        await fillLogin(page, say, ALICE.email, PASSWORD);
        await page.getByText(say("login:submitting")).first().waitFor();
      },
      after: undone,
    },
    {
      name: "login-without-passkeys",
      show: async ({ page, say }) => {
        await page.goto(paths.login);
        await page.evaluate(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
        await button(page, say("login:biometric")).click();
        await page.getByText(say("login:errors.biometricUnsupported")).waitFor();
      },
    },
    {
      name: "login-ended",
      show: async ({ page, say, member, context }) => {
        await logIn(page, say, member.email);
        await link(page, say("nav.redeem")).click();
        await heading(page, say("redeem:coupons")).waitFor();
        await context.clearCookies();
        await page.reload();
        await page.getByText(say("account:left.ended")).waitFor();
      },
    },
    {
      name: "login-ended-return",
      show: async ({ page, say, member }) => {
        await fillLogin(page, say, member.email, PASSWORD);
        await page.getByText(say("account:left.asked")).waitFor();
      },
    },
  ],
};

const signups: Chapter = {
  name: "a new member and a forgotten password",
  states: [
    { name: "signup", show: titled(paths.signup, (say) => say("signup:title")) },
    {
      name: "signup-errors",
      show: async ({ page, say }) => {
        await secret(page, say("signup:password")).fill("weak");
        await secret(page, say("signup:confirm")).fill("other");
        await page.keyboard.press("Tab");
        await page.getByText(say("account:errors.passwordMismatch")).waitFor();
      },
    },
    {
      name: "signup-verify",
      show: async ({ page, say }) => {
        await page.getByRole("textbox", { name: say("signup:firstName") }).fill("Ka Yan");
        await page.getByRole("textbox", { name: say("signup:lastName") }).fill("Lau");
        await secret(page, say("signup:password")).fill(PASSWORD);
        await secret(page, say("signup:confirm")).fill(PASSWORD);
        await button(page, say("signup:continue")).click();
        await heading(page, say("signup:verify.title")).waitFor();
      },
    },
    {
      name: "signup-code",
      show: async ({ page, say }) => {
        await page.getByRole("textbox", { name: say("account:email"), exact: true }).fill(newEmail());
        await button(page, say("account:send")).and(page.locator(":enabled")).click();
        await page.getByRole("textbox", { name: say("account:code.email") }).waitFor();
      },
    },
    {
      name: "signup-code-wrong",
      show: async ({ page, say }) => {
        // The chance of a correct code is one in a million.
        await page.getByRole("textbox", { name: say("account:code.email") }).fill("000000");
        await page.getByText(say("account:errors.emailCodeWrong")).waitFor();
      },
    },
    {
      name: "signup-not-opened",
      show: async ({ page, say }) => {
        await page.route("**/api/auth/initRegistration", (route) => route.fulfill(refuses(404, "gone")));
        // A registration in another tab: this tab continues with its own.
        await page.evaluate(() => sessionStorage.clear());
        await page.goto(paths.signup);
        await page.getByRole("textbox", { name: say("signup:firstName") }).fill("Ka Yan");
        await page.getByRole("textbox", { name: say("signup:lastName") }).fill("Lau");
        await secret(page, say("signup:password")).fill(PASSWORD);
        await secret(page, say("signup:confirm")).fill(PASSWORD);
        await button(page, say("signup:continue")).click();
        await page.getByText(say("signup:errors.notOpened")).waitFor();
      },
      after: undone,
    },
    { name: "forgot-email", show: titled(paths.forgot, (say) => say("forgot:title")) },
    {
      name: "forgot-sent",
      show: async ({ page, say }) => {
        await page.getByRole("textbox", { name: say("account:email") }).fill(newEmail());
        await button(page, say("forgot:sendLink")).click();
        await page.getByText(say("forgot:linkSent")).waitFor();
      },
    },
    {
      name: "forgot-phone",
      show: async ({ page, say }) => {
        await page.getByRole("tab", { name: say("forgot:byPhone") }).click();
        await page.getByRole("textbox", { name: say("account:phone"), exact: true }).fill("61234567");
        await button(page, say("account:send")).click();
        await page.getByRole("textbox", { name: say("account:code.phone") }).waitFor();
      },
    },
    {
      name: "reset",
      show: async (stage) => {
        // A link that expires while its form is open.
        const good = { json: { success: true } };
        await stage.page.route("**/api/auth/checkResetToken", (route) => route.fulfill(good));
        await titled("/resetPassword/any", (say) => say("reset:title"))(stage);
      },
    },
    {
      name: "reset-refused",
      show: async ({ page, say }) => {
        await secret(page, say("reset:password")).fill(PASSWORD);
        await secret(page, say("reset:confirm")).fill(PASSWORD);
        await button(page, say("reset:submit")).click();
        await heading(page, say("reset:dead.title")).waitFor();
      },
    },
    { name: "reset-dead", show: titled("/resetPassword", (say) => say("reset:dead.title")) },
  ],
};

const read: Chapter = {
  name: "what anybody may read",
  states: [
    { name: "help", show: titled(paths.help, (say) => say("help:title")) },
    { name: "privacy", show: titled(paths.privacy, (say) => say("privacy:title")) },
    { name: "terms", show: titled(`${paths.privacy}?text=terms`, (say) => say("privacy:title")) },
    { name: "terms-failed", show: failing("**/api/terms*", `${paths.privacy}?text=terms`), after: undone },
    {
      name: "privacy-languages",
      show: async ({ page, say }) => {
        await button(page, say("language")).click();
        await page.getByRole("dialog").getByRole("button", { name: "EN" }).waitFor();
      },
      after: async ({ page }) => await page.keyboard.press("Escape"),
    },
    { name: "privacy-failed", show: failing("**/api/privacy-policy*", paths.privacy), after: undone },
    {
      name: "message",
      show: async ({ page }) => {
        await page.goto(`${paths.message}?message=One%0Atwo&buttonText=OK&buttonLink=%2Flogin`);
        await link(page, "OK").waitFor();
      },
    },
    {
      name: "unsubscribe",
      show: titled(`${paths.unsubscribe}?token=any`, (say) => say("messages:leave.title")),
    },
    {
      name: "unsubscribe-refused",
      show: async ({ page, say }) => {
        await page.route("**/api/notification/unsubscribe", (route) =>
          route.fulfill(refuses(503, "shutting_down")),
        );
        await button(page, say("messages:leave.go")).click();
        await page.getByText(say("messages:leave.failed")).waitFor();
      },
      after: undone,
    },
    {
      name: "unsubscribe-done",
      show: async ({ page, say }) => {
        await page.route("**/api/notification/unsubscribe", (route) => route.fulfill({ status: 204 }));
        await button(page, say("messages:leave.go")).click();
        await heading(page, say("messages:leave.doneTitle")).waitFor();
      },
      after: undone,
    },
    {
      name: "unsubscribe-broken",
      show: async ({ page, say }) => {
        await page.goto(paths.unsubscribe);
        await page.getByText(say("messages:leave.broken")).waitFor();
      },
    },
    { name: "not-found", show: titled("/nothing-of-this-name", (say) => say("message:lost.heading")) },
  ],
};

/** A browser that refuses storage and reports its cookies as off, but still accepts them. */
const forgetful: Chapter = {
  name: "a browser without storage",
  begin: async ({ page, language }) => {
    await page.addInitScript((chosen) => {
      const refuse = () => {
        throw new DOMException("refused", "SecurityError");
      };
      // The language is still readable, because the pictures need it.
      const getItem = (name: string) => (name === "Language" ? chosen : refuse());
      for (const area of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, area, { value: { getItem, setItem: refuse, removeItem: refuse } });
      Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false });
    }, language);
  },
  states: [
    {
      name: "login-without-storage",
      show: async ({ page, say }) => {
        await page.goto(paths.login);
        await page.getByText(say("login:noCookies")).waitFor();
      },
    },
    {
      name: "home-without-storage",
      show: async (stage) => {
        await signedIn(stage);
        await heading(stage.page, stage.say("home:activities")).waitFor();
      },
    },
    { name: "settings-without-storage", show: titled(paths.settings, (say) => say("settings:appearance")) },
  ],
};

export const VISITOR: readonly Chapter[] = [signIns, signups, read, forgetful];
