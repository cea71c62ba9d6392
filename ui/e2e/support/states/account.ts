import { paths } from "../../../src/shared/paths";
import { button, heading, secret } from "../app";
import { Authenticator } from "../authenticator";
import { newPhone, PASSWORD } from "../people";
import {
  type Chapter,
  cancelled,
  openSettings,
  refuses,
  type Stage,
  type State,
  signedIn,
  titled,
  undone,
} from "./stage";

const profile: Chapter = {
  name: "the profile's fields",
  begin: signedIn,
  states: [
    { name: "face", show: titled(paths.face, (say) => say("edit:face.title")) },
    { name: "edit", show: titled(paths.edit, (say) => say("edit:password")) },
    {
      name: "edit-birthday-errors",
      show: async ({ page, say }) => {
        await page.getByLabel(say("edit:month")).selectOption("02");
        await page.getByLabel(say("edit:day")).selectOption("30");
        await button(page, say("edit:saveBirthday")).click();
        await page.getByText(say("edit:errors.noSuchDay")).waitFor();
      },
    },
    {
      name: "edit-birthday-set",
      show: async ({ page, say }) => {
        await page.getByLabel(say("edit:day")).selectOption("29");
        await button(page, say("edit:saveBirthday")).click();
        await page.getByText(say("edit:birthdaySaved")).waitFor();
      },
    },
    {
      name: "edit-name-errors",
      show: async ({ page, say }) => {
        for (const name of ["edit:firstName", "edit:lastName"] as const)
          await page.getByRole("textbox", { name: say(name) }).fill("");
        await button(page, say("edit:saveName")).click();
        await page.getByText(say("edit:errors.firstNameRequired")).waitFor();
      },
    },
    {
      name: "edit-name-refused",
      show: async ({ page, say }) => {
        const first = page.getByRole("textbox", { name: say("edit:firstName") });
        await first.fill("kapok.example");
        await page.getByRole("textbox", { name: say("edit:lastName") }).fill("Lau");
        await button(page, say("edit:saveName")).click();
        await page.locator("[aria-invalid=true]").waitFor();
      },
    },
    {
      name: "edit-password-weak",
      show: async ({ page, say }) => {
        await page.goto(paths.edit);
        await secret(page, say("edit:newPassword")).fill("weak");
        await secret(page, say("edit:retype")).fill("weak");
        await button(page, say("edit:savePassword")).click();
        await page.getByText(say("account:errors.weakPassword")).waitFor();
      },
    },
    {
      name: "edit-password-current",
      show: async ({ page, say }) => {
        await page.route("**/api/auth/updateUser", (route) =>
          route.fulfill(refuses(401, "reauthentication_required")),
        );
        await secret(page, say("edit:newPassword")).fill("Silk-floss-99");
        await secret(page, say("edit:retype")).fill("Silk-floss-99");
        await button(page, say("edit:savePassword")).click();
        await secret(page, say("edit:current")).waitFor();
      },
    },
    {
      name: "edit-password-wrong",
      show: async ({ page, say }) => {
        await secret(page, say("edit:current")).fill("Wrong-password-1");
        await button(page, say("edit:savePassword")).click();
        await page.getByText(say("edit:errors.currentWrong")).waitFor();
      },
      after: undone,
    },
    {
      name: "edit-phone",
      show: async ({ page, say }) => {
        await page.goto(paths.edit);
        await button(page, say("edit:add")).click();
        await page.getByRole("textbox", { name: say("account:phone"), exact: true }).waitFor();
      },
    },
    {
      name: "edit-phone-wrong",
      show: async ({ page, say }) => {
        await page.getByRole("textbox", { name: say("account:phone"), exact: true }).fill("12345678");
        await page.keyboard.press("Tab");
        await page.getByText(say("account:errors.invalidPhone")).waitFor();
      },
    },
    {
      name: "edit-phone-code",
      show: async ({ page, say }) => {
        await page.getByRole("textbox", { name: say("account:phone"), exact: true }).fill(newPhone());
        await button(page, say("account:send")).click();
        await page.getByRole("textbox", { name: say("account:code.phone") }).waitFor();
      },
    },
    {
      name: "edit-phone-code-wrong",
      show: async ({ page, say }) => {
        await page.getByRole("textbox", { name: say("account:code.phone") }).fill("000000");
        await page.getByText(say("account:errors.phoneCodeWrong")).waitFor();
      },
    },
    {
      name: "profile-name-saved",
      show: async ({ page, say }) => {
        await page.goto(paths.edit);
        await page.getByRole("textbox", { name: say("edit:firstName") }).fill("Siu Ming");
        await button(page, say("edit:saveName")).click();
        await page.getByText(say("edit:nameSaved")).waitFor();
      },
    },
  ],
};

const biometric = ({ page, say }: Stage) => page.getByRole("switch", { name: say("settings:biometric") });

/** The server's answer if the last sign-in was some time ago. */
const asksAgain = (call: string) => async (stage: Stage) => {
  await stage.page.route(call, (route) => route.fulfill(refuses(401, "reauthentication_required")));
};

const wrongPassword: State["show"] = async ({ page, say }) => {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(say("settings:confirm.password")).fill("Wrong-password-1");
  await button(dialog, say("settings:confirm.go")).click();
  await dialog.getByText(say("settings:confirm.wrong")).waitFor();
};

const passkeys: Chapter = {
  name: "passkeys",
  begin: async (stage) => {
    await Authenticator.install(stage.page);
    // An automatic offer would sign the member in before any click.
    await stage.page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    });
    await signedIn(stage);
  },
  states: [
    {
      name: "passkey-password",
      show: async (stage) => {
        await asksAgain("**/api/auth/biometric_challenge")(stage);
        await stage.page.goto(paths.settings);
        await biometric(stage).click();
        await heading(stage.page, stage.say("settings:confirm.title")).waitFor();
      },
    },
    {
      name: "passkey-password-wrong",
      show: wrongPassword,
      after: async (stage) => {
        await undone(stage);
        await cancelled(stage);
      },
    },
    {
      name: "passkey-failed",
      show: async (stage) => {
        await stage.page.goto(paths.settings);
        await biometric(stage).waitFor();
        await stage.page.evaluate(() => {
          navigator.credentials.create = () => Promise.reject(new DOMException("no", "NotAllowedError"));
        });
        await biometric(stage).click();
        await stage.page.getByText(stage.say("settings:biometricErrors.notMade")).waitFor();
      },
    },
    {
      name: "passkey-on",
      show: async (stage) => {
        await stage.page.goto(paths.settings);
        await biometric(stage).click();
        await stage.page.getByText(stage.say("settings:biometricTurned.on")).waitFor();
      },
    },
    {
      name: "passkey-turn-off",
      show: async (stage) => {
        await stage.page.goto(paths.settings);
        await biometric(stage).and(stage.page.locator("[aria-checked=true]")).click();
        await heading(stage.page, stage.say("settings:removal.hereTitle")).waitFor();
      },
      after: cancelled,
    },
    {
      name: "passkey-elsewhere",
      show: async ({ page, say }) => {
        await page.evaluate(() => localStorage.removeItem("credentialId"));
        await page.goto(paths.settings);
        await page.getByRole("list", { name: say("settings:passkeys.title") }).waitFor();
      },
    },
    {
      name: "passkey-remove",
      show: async ({ page, say }) => {
        const list = page.getByRole("list", { name: say("settings:passkeys.title") });
        await list.getByRole("button", { name: new RegExp(`^${say("settings:passkeys.remove")}`) }).click();
        await heading(page, say("settings:removal.title")).waitFor();
      },
    },
    {
      name: "passkey-remove-failed",
      show: async ({ page, say }) => {
        await page.route("**/api/auth/passkeys/*", (route) => route.fulfill(refuses(503, "shutting_down")));
        await button(page.getByRole("alertdialog"), say("settings:passkeys.remove")).click();
        await page.getByText(say("settings:biometricErrors.failed")).waitFor();
      },
      after: undone,
    },
  ],
};

/** Overrides the device's features until the page is reloaded. */
const onDevice =
  (what: "iPhone" | "blocked" | "asked"): State["show"] =>
  async (stage) => {
    await stage.page.goto(paths.profile);
    await stage.page.evaluate((device) => {
      if (device === "iPhone")
        return void Object.defineProperty(navigator, "userAgent", { value: "Mozilla/5.0 (iPhone)" });
      const permission = device === "blocked" ? "denied" : "default";
      Object.defineProperty(Notification, "permission", { get: () => permission });
      Notification.requestPermission = () => Promise.resolve("denied");
    }, what);
    await openSettings(stage);
  };

const settings: Chapter = {
  name: "settings",
  member: { points: 12_480 },
  begin: signedIn,
  states: [
    { name: "settings", show: titled(paths.settings, (say) => say("settings:appearance")) },
    {
      name: "settings-info",
      show: async ({ page, say }) => {
        await button(page, say("about")).click();
        await page.getByRole("dialog").waitFor();
      },
    },
    {
      name: "settings-end",
      show: async ({ page, say }) => {
        await page.goto(paths.settings);
        await page.getByRole("button", { name: say("security:data.close") }).scrollIntoViewIfNeeded();
      },
    },
    {
      name: "settings-install-first",
      show: async (stage) => {
        await onDevice("iPhone")(stage);
        await stage.page.getByText(stage.say("settings:push.install")).scrollIntoViewIfNeeded();
      },
    },
    {
      name: "settings-push-blocked",
      show: async (stage) => {
        await onDevice("blocked")(stage);
        await stage.page.getByText(stage.say("settings:push.state.blocked")).scrollIntoViewIfNeeded();
      },
    },
    {
      name: "settings-push-refused",
      show: async (stage) => {
        await onDevice("asked")(stage);
        await stage.page.getByRole("switch", { name: stage.say("settings:push.title") }).click();
        await stage.page.getByText(stage.say("settings:push.errors.refused")).scrollIntoViewIfNeeded();
      },
    },
    {
      name: "settings-log-out-elsewhere",
      show: async ({ page, say }) => {
        await page.goto(paths.settings);
        await button(page, say("security:sessions.endAll")).click();
        await heading(page, say("security:ending.allTitle")).waitFor();
      },
    },
    {
      name: "settings-logged-out-elsewhere",
      show: async ({ page, say }) => {
        await button(page.getByRole("alertdialog"), say("security:sessions.end")).click();
        await page.getByText(say("security:sessions.endedAll", { count: 1 })).waitFor();
      },
    },
    {
      name: "settings-close",
      show: async ({ page, say }) => {
        await page.goto(paths.settings);
        await page.getByRole("button", { name: say("security:data.close") }).click();
        await heading(page, say("security:closing.title")).waitFor();
      },
    },
    {
      name: "settings-close-sure",
      show: async ({ page, say }) => {
        await button(page.getByRole("alertdialog"), say("security:closing.go")).click();
        await heading(page, say("security:closing.sureTitle")).waitFor();
      },
    },
    {
      name: "settings-close-password",
      show: async (stage) => {
        const { page, say } = stage;
        await asksAgain("**/api/auth/deleteAccount")(stage);
        await page.getByRole("checkbox", { name: say("security:closing.sure") }).check();
        await button(page.getByRole("alertdialog"), say("security:closing.close")).click();
        await heading(page, say("settings:confirm.title")).waitFor();
      },
    },
    { name: "settings-close-password-wrong", show: wrongPassword, after: undone },
    {
      name: "settings-closed",
      show: async ({ page, say }) => {
        await page.getByRole("dialog").getByLabel(say("settings:confirm.password")).fill(PASSWORD);
        await button(page.getByRole("dialog"), say("settings:confirm.go")).click();
        await heading(page, say("security:closed.title")).waitFor();
      },
    },
  ],
};

export const ACCOUNT: readonly Chapter[] = [profile, passkeys, settings];
