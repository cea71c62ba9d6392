import { paths } from "../../../src/shared/paths";
import { button, heading } from "../app";
import { type Chapter, type Stage, signedIn, titled, undone } from "./stage";

const GOALS = "**/api/goals";

/** Answers the list of goals with one stamp card, changed by `over`. */
const withCard = ({ page }: Stage, over: object) =>
  page.route(GOALS, (route) =>
    route.fulfill({
      json: [
        {
          _id: "019cde0a5b7070009f1b4c1f0c2f7a31",
          name: { en: "Own cup, six times", zh: "自带杯六次", zhhk: "自備杯六次" },
          kind: "stampCard",
          counts: "purchases",
          state: "open",
          progress: 0,
          target: 6,
          partners: [],
          repeats: true,
          reward: { kind: "points", points: 80 },
          times: 1,
          ...over,
        },
      ],
    }),
  );

/** Answers with a level that ends soon and has not been kept yet. */
const withTier = ({ page }: Stage) =>
  page.route("**/api/tiers", (route) => {
    const level = (en: string, zh: string, zhhk: string, target: number) => ({
      name: { en, zh, zhhk },
      target,
    });
    return route.fulfill({
      json: [
        {
          counts: "points",
          window: { kind: "year" },
          levels: [
            level("Bud", "花蕾", "花蕾", 500),
            level("Bloom", "花开", "花開", 2000),
            level("Canopy", "满树", "滿樹", 5000),
          ],
          level: 2,
          since: "2026-03-02",
          until: "2027-12-31",
          progress: 1580,
          next: { missing: 3420 },
          keep: { missing: 420, by: "2027-12-31" },
        },
      ],
    });
  });

const reached = { card: 1, at: "2026-03-12T04:00:00Z", owed: false, seen: false };

const goals: Chapter = {
  name: "goals",
  member: { points: 120 },
  begin: signedIn,
  states: [
    { name: "goals", show: titled(paths.goals, (say) => say("goals:cards")) },
    {
      name: "goal-rules",
      show: async ({ page, say }) => {
        await page
          .getByRole("region", { name: say("goals:cards") })
          .getByRole("button")
          .first()
          .click();
        await page.getByRole("dialog").waitFor();
      },
      after: async ({ page }) => {
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      },
    },
    {
      name: "tier-ladder",
      show: async (stage) => {
        await withTier(stage);
        await stage.page.goto(paths.goals);
        await stage.page
          .getByRole("button")
          .filter({ hasText: stage.say("goals:tier.yours") })
          .click();
        await stage.page.getByRole("dialog").waitFor();
      },
      after: undone,
    },
    {
      name: "goal-full",
      show: async (stage) => {
        await withCard(stage, { reached });
        await stage.page.goto(paths.goals);
        await button(stage.page, stage.say("goals:full.later")).last().waitFor();
      },
      after: undone,
    },
    {
      name: "goal-multiplier",
      show: async (stage) => {
        const multiplied = { multipliedFrom: "2026-03-12", multipliedUntil: "2026-04-11", seen: true };
        const reward = { kind: "multiplier", factor: "1.5", days: 30 };
        await withCard(stage, { reward, progress: 3, reached: { ...reached, ...multiplied } });
        await stage.page.goto(paths.goals);
        await stage.page
          .getByRole("region", { name: stage.say("goals:cards") })
          .getByRole("button")
          .first()
          .click();
        await stage.page.getByRole("dialog").getByText(stage.say("goals:multiplied")).waitFor();
      },
      after: undone,
    },
    {
      name: "goals-ended",
      show: async (stage) => {
        await withCard(stage, { state: "ended", progress: 4, times: 0 });
        await stage.page.goto(paths.goals);
        await stage.page.getByText(stage.say("goals:ended", { count: 1 })).click();
        await stage.page.getByRole("progressbar").last().waitFor();
      },
      after: undone,
    },
    {
      name: "goals-empty",
      show: async ({ page, say }) => {
        await page.route(GOALS, (route) => route.fulfill({ json: [] }));
        await page.route("**/api/tiers", (route) => route.fulfill({ json: [] }));
        await page.goto(paths.goals);
        await heading(page, say("goals:empty.title")).waitFor();
      },
      after: undone,
    },
  ],
};

export const GOAL_CHAPTERS: readonly Chapter[] = [goals];
