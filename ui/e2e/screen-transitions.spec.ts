import type { Page } from "@playwright/test";
import { paths } from "../src/shared/paths";
import { link, logIn, stencil } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { ALICE, newMember, sendPoints } from "./support/people";

declare global {
  interface Window {
    /** "begun" for each transition, and its animations: the pseudo-element and the duration. */
    transitions: string[];
  }
}

/** Notes each transition of the page from now on. */
async function note(page: Page) {
  await page.addInitScript(() => {
    window.transitions = [];
    const begin = document.startViewTransition.bind(document);
    document.startViewTransition = (change) => {
      window.transitions.push("begun");
      const transition = begin(change);
      transition.ready.then(
        () => {
          for (const { effect } of document.getAnimations())
            if (effect instanceof KeyframeEffect)
              window.transitions.push(`${effect.pseudoElement} ${effect.getTiming().duration}`);
        },
        (error: unknown) => window.transitions.push(`failed: ${error}`),
      );
      return transition;
    };
  });
}

const noted = (page: Page) => page.evaluate(() => window.transitions.join("\n"));

/** The code of the transitions is loaded: it comes with the pull, which marks the page. */
async function untilReady(page: Page) {
  const contained = () => getComputedStyle(document.documentElement).overscrollBehaviorY;
  await expect.poll(() => page.evaluate(contained)).toBe("contain");
}

inEachLanguage(() => {
  test.describe("with motion", () => {
    test.use({ contextOptions: { reducedMotion: "no-preference" } });

    test("the cover of a card grows into its article, and another tab fades in", async ({ page, say }) => {
      await note(page);
      await logIn(page, say, ALICE.email);
      await page.goto(paths.home);
      await untilReady(page);
      await page.locator("main section a img").first().click();
      await expect(page).toHaveURL(/\/article\//);
      await expect.poll(() => noted(page)).toContain("::view-transition-group(cover) 320");
      await page.goBack();
      await expect(page).toHaveURL(paths.home);
      await expect(page.locator("main section a img").first()).toBeVisible();
      await page.evaluate(() => {
        window.transitions = [];
      });
      // The code of all tabs is fetched while the page is idle.
      await expect(async () => {
        await link(page, say("shell:nav.saved")).click();
        await expect(page).toHaveURL(paths.saved);
        await link(page, say("shell:nav.explore")).click();
        await expect(page).toHaveURL(paths.explorer);
        expect(await noted(page)).toContain("::view-transition-old(root) 120");
      }).toPass();
      await audit(page, "a screen after a fade");
    });
  });

  test("nothing grows or fades for members who prefer no motion", async ({ page, say }) => {
    await note(page);
    await logIn(page, say, ALICE.email);
    await page.goto(paths.home);
    await untilReady(page);
    await page.locator("main section a img").first().click();
    await expect(page).toHaveURL(/\/article\//);
    await expect(page.locator("#cover")).toBeVisible();
    expect(await noted(page)).toBe("");
  });

  for (const still of [false, true]) {
    test.describe(still ? "without motion" : "with falling petals", () => {
      test.use({ contextOptions: { reducedMotion: still ? "reduce" : "no-preference" } });

      test("points that arrive on Home and on Points roll into the balance", async ({
        page,
        say,
        server,
      }) => {
        const member = await newMember(server, { points: 1_180 });
        await logIn(page, say, member.email);
        await page.goto(paths.home);
        await untilReady(page);
        // A stylesheet that slows the petals down would be refused, so the elements are counted as they come.
        await page.evaluate(() => {
          window.transitions = [];
          new MutationObserver((changes) => {
            for (const { addedNodes } of changes)
              for (const node of addedNodes)
                if (node instanceof SVGElement && node.getAttribute("viewBox") === "0 0 375 812")
                  window.transitions.push("petals");
          }).observe(document.body, { childList: true, subtree: true });
        });
        for (const [path, balance, drawn] of [
          [paths.home, "1,200", 1],
          [paths.points, "1,220", 2],
        ] as const) {
          if (path === paths.points) await page.getByRole("main").locator("a:has([data-balance])").click();
          await expect(page).toHaveURL(path);
          await sendPoints(server, member.shortId, 20);
          await expect(stencil(page, balance)).toBeVisible();
          const petals = Array.from({ length: still ? 0 : drawn }, () => "petals").join("\n");
          await expect.poll(() => noted(page)).toBe(petals);
          // Nothing of it stays.
          await expect(page.locator("[data-balance] > span, svg[viewBox='0 0 375 812']")).toHaveCount(0);
        }
        await audit(page, "points that arrived");
      });
    });
  }
});
