import type { Page } from "@playwright/test";

/** Where the script of Turnstile is from. */
export const TURNSTILE = "https://challenges.cloudflare.com";

/**
 * Turnstile's script as far as the app needs it: a box that is ticked. It writes HTML as their scripts do, with
 * an address in it that must not be one.
 */
function standIn(answers: readonly string[]): string {
  return `
    const answers = ${JSON.stringify(answers)};
    window.turnstile = {
      render(at, options) {
        at.innerHTML = "<label><input type=checkbox>Person " + options.sitekey + "</label><a href=javascript:alert(1)>Help</a>";
        at.querySelector("input").addEventListener("change", () => options.callback(answers.shift()));
        window.again = () => (at.querySelector("input").checked = false);
        return "widget-1";
      },
      reset() { window.again(); },
      remove() {},
    };
    window[new URL(document.currentScript.src).searchParams.get("onload")]();
  `;
}

/** Has a page meet the stand-in, whose boxes give these answers one after another. */
export async function standInFor(page: Page, answers: readonly string[]) {
  await page.route(`${TURNSTILE}/**`, (route) =>
    route.fulfill({ contentType: "text/javascript", body: standIn(answers) }),
  );
}
