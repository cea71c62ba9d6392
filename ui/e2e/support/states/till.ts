import { button, heading } from "../app";
import { waitingTill } from "../people";
import { answerLost, type Chapter, type Stage, undone } from "./stage";

const PREVIEW = "**/api/merchant/enrol/preview";
const ENROL = "**/api/merchant/enrol";

const submit = ({ page, say }: Stage) => button(page, say("counter:enrol.submit"));
const again = ({ page, say }: Stage) => button(page, say("counter:enrol.again"));

/** Opens the link of a waiting till. The address loses the code, so that a state can only be shown once. */
async function openLink({ page, server }: Stage) {
  await page.goto((await waitingTill(server)).link);
}

async function expectName({ page, say }: Stage) {
  await page.getByRole("textbox", { name: new RegExp(`^${say("counter:enrol.name.label")}`) }).waitFor();
}

/** Changes the server's answer about a link, and opens one. */
async function openLinkAs(stage: Stage, change: object) {
  await stage.page.route(PREVIEW, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...change } });
  });
  await openLink(stage);
}

/** Takes the secure context from the page that is shown; what is drawn next has none. */
const loseHttps = ({ page }: Stage) =>
  page.evaluate(() => Object.defineProperty(window, "isSecureContext", { value: false }));

const setUp: Chapter = {
  name: "the set-up of a till",
  states: [
    {
      name: "till-code",
      show: async ({ page, say }) => {
        await page.goto("/merchant");
        await button(page, say("counter:enrol.next")).waitFor();
      },
    },
    {
      name: "till-code-refused",
      show: async ({ page, say }) => {
        await page.getByRole("textbox").fill("0000-0000-0000");
        await button(page, say("counter:enrol.next")).click();
        await page.getByRole("alert").waitFor();
      },
    },
    {
      name: "till-code-insecure",
      show: async (stage) => {
        await loseHttps(stage);
        await stage.page.getByRole("textbox").fill("");
        await stage.page.getByText(stage.say("counter:enrol.insecure.here")).waitFor();
      },
    },
    {
      name: "till-scan",
      show: async ({ page, say }) => {
        await page.goto("/merchant");
        await button(page, say("counter:enrol.scanCode")).click();
        await page.getByText(say("counter:enrol.scanTitle")).waitFor();
      },
    },
    {
      name: "till-link-without-line",
      show: async (stage) => {
        await stage.page.route(PREVIEW, (route) => route.abort());
        await openLink(stage);
        await stage.page.getByText(stage.say("counter:line.down")).waitFor();
      },
      after: undone,
    },
    {
      name: "till-link-expired",
      show: async (stage) => {
        await openLinkAs(stage, { state: "expired" });
        await heading(stage.page, stage.say("counter:enrol.expired.title")).waitFor();
      },
      after: undone,
    },
    {
      name: "till-link-elsewhere",
      show: async (stage) => {
        const { page, say } = stage;
        await page.goto("/merchant");
        await loseHttps(stage);
        const { code } = await waitingTill(stage.server);
        await page.route(PREVIEW, async (route) => {
          const response = await route.fetch();
          const publicUrl = "https://points.kapok.example";
          await route.fulfill({ response, json: { ...(await response.json()), publicUrl } });
        });
        await page.getByRole("textbox").fill(code);
        await button(page, say("counter:enrol.next")).click();
        await button(page, say("counter:enrol.insecure.open")).waitFor();
      },
      after: undone,
    },
    {
      name: "till-name",
      show: async (stage) => {
        await openLink(stage);
        await expectName(stage);
      },
    },
    {
      name: "till-name-refused",
      show: async (stage) => {
        await stage.page.getByRole("textbox").fill("");
        await submit(stage).click();
        await stage.page.getByRole("alert").waitFor();
      },
    },
    {
      name: "till-camera",
      show: async (stage) => {
        await openLink(stage);
        await expectName(stage);
        await stage.page.getByRole("radio", { name: stage.say("counter:enrol.readers.camera") }).check();
      },
    },
    {
      name: "till-insecure",
      show: async (stage) => {
        const { page, say } = stage;
        await loseHttps(stage);
        await page.getByRole("radio", { name: say("counter:enrol.readers.scanner") }).check();
        await page.getByText(say("counter:enrol.insecure.here")).waitFor();
      },
    },
    {
      name: "till-unanswered",
      show: async (stage) => {
        await openLink(stage);
        await expectName(stage);
        await stage.page.route(ENROL, answerLost);
        await submit(stage).click();
        await stage.page.getByText(stage.say("counter:enrol.sent")).waitFor();
      },
      after: undone,
    },
    {
      name: "till-done",
      show: async (stage) => {
        await again(stage).click();
        await heading(stage.page, stage.say("counter:signIn.who")).waitFor();
      },
    },
    {
      name: "till-link-used",
      show: async (stage) => {
        await openLinkAs(stage, { state: "used", enrolled: new Date().toISOString() });
        await heading(stage.page, stage.say("counter:enrol.used.title")).waitFor();
      },
      after: undone,
    },
    {
      name: "till-name-before",
      show: async (stage) => {
        await openLink(stage);
        await expectName(stage);
      },
    },
  ],
};

/** The states of a device that becomes a till. */
export const COUNTER_CHAPTERS: readonly Chapter[] = [setUp];
