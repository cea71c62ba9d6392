import { paths } from "../../../src/shared/paths";
import { button, link } from "../app";
import { answerLost, type Chapter, type Stage, signedIn, titled, undone } from "./stage";

/** A purchase of today at the first partner of the list. */
async function fill({ page, say }: Stage, amount: string) {
  await page.getByLabel(say("claims:partner")).selectOption({ index: 1 });
  const day = page.getByLabel(say("claims:day"));
  await day.fill((await day.getAttribute("max")) ?? "");
  await page.getByLabel(say("claims:amount")).fill(amount);
  await page.getByLabel(say("claims:note")).fill("The till could not read my code.");
}

const claims: Chapter = {
  name: "claims of missing points",
  member: { points: 120 },
  begin: signedIn,
  states: [
    { name: "claims-empty", show: titled(paths.claims, (say) => say("claims:emptyTitle")) },
    {
      name: "claim-new",
      show: async ({ page, say }) => {
        await link(page, say("claims:new")).click();
        await page.getByLabel(say("claims:amount")).waitFor();
      },
    },
    {
      name: "claim-errors",
      show: async ({ page, say }) => {
        await button(page, say("claims:send")).click();
        await page.getByRole("alert").first().waitFor();
      },
    },
    {
      name: "claim-unanswered",
      show: async (stage) => {
        await stage.page.route("**/api/claims", answerLost);
        await fill(stage, "42.00");
        await button(stage.page, stage.say("claims:send")).click();
        await stage.page.getByText(stage.say("claims:offline")).waitFor();
      },
      after: undone,
    },
    {
      name: "claim-waiting",
      show: async ({ page, say }) => {
        await button(page, say("claims:send")).click();
        await page.getByText(say("claims:answerHow")).waitFor();
      },
    },
    {
      name: "claim-withdraw",
      show: async ({ page, say }) => {
        await button(page, say("claims:withdraw")).click();
        await page.getByRole("dialog").waitFor();
      },
    },
    {
      name: "claim-withdrawn",
      show: async ({ page, say }) => {
        await button(page.getByRole("dialog"), say("claims:withdraw")).click();
        await page.getByRole("heading", { name: say("claims:withdrawn") }).waitFor();
      },
    },
    {
      name: "claim-asked",
      show: async ({ page, say }) => {
        await page.route("**/api/claims/*", async (route) => {
          const response = await route.fetch();
          const question = { kind: "receipt_number", words: "It stands below the total.", asked: new Date() };
          await route.fulfill({ response, json: { ...(await response.json()), status: "asked", question } });
        });
        await page.reload();
        await button(page, say("claims:answer.open")).waitFor();
      },
    },
    {
      name: "claim-answer",
      show: async ({ page, say }) => {
        await button(page, say("claims:answer.open")).click();
        await page.getByRole("dialog").waitFor();
      },
      after: undone,
    },
    {
      name: "claim-not-approved",
      show: async ({ page, say }) => {
        await page.route("**/api/claims/*", async (route) => {
          const response = await route.fetch();
          const refused = { status: "refused", reason: "not_found", mayAskAgain: true };
          await route.fulfill({ response, json: { ...(await response.json()), ...refused } });
        });
        await page.reload();
        await button(page, say("claims:askAgain")).waitFor();
      },
    },
    {
      name: "claim-ask-again",
      show: async ({ page, say }) => {
        await button(page, say("claims:askAgain")).click();
        await page.getByRole("dialog").waitFor();
      },
      after: undone,
    },
    {
      name: "claims",
      show: async (stage) => {
        await stage.page.goto(paths.claims);
        await stage.page.getByText(stage.say("claims:status.withdrawn")).waitFor();
      },
    },
  ],
};

export const CLAIMS: readonly Chapter[] = [claims];
