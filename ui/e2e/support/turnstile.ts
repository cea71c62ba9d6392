import type { Page } from "@playwright/test";

/** The host of Turnstile's script. */
export const TURNSTILE = "https://challenges.cloudflare.com";

/**
 * Turnstile's script, as far as the app needs it: a box to tick. It writes HTML as the real script does, with
 * a `javascript:` link that must not work.
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

/** Serves the stand-in to a page; its boxes give these answers in order. */
export async function standInFor(page: Page, answers: readonly string[]) {
  await page.route(`${TURNSTILE}/**`, (route) =>
    route.fulfill({ contentType: "text/javascript", body: standIn(answers) }),
  );
}
