// Requests and bytes of the first screens. The record is e2e/traffic.json, written by
// `npm --prefix ui run record-traffic`. A change of it is a decision: its reason belongs in the commit.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { paths } from "../src/shared/paths";
import { logIn } from "./support/app";
import { expect, test } from "./support/fixtures";
import { ALICE, settleIn } from "./support/people";
import { Server } from "./support/server";
import { growth, type Traffic, TrafficMeter } from "./support/trafficMeter";

const RECORD = fileURLToPath(new URL("traffic.json", import.meta.url));
const COMMAND = "npm --prefix ui run record-traffic";

test("Home and each tab take no more requests and bytes than recorded", async ({ browser, say }) => {
  test.setTimeout(180_000);
  // Its own demo, because other tests change the data of theirs.
  const server = await Server.start("none");
  try {
    await settleIn(server, ALICE.email);
    const { found, paths } = await measure();
    if (process.env.RECORD_TRAFFIC) writeFileSync(RECORD, `${JSON.stringify(found, undefined, 2)}\n`);
    const record: Record<string, Traffic> = JSON.parse(readFileSync(RECORD, "utf8"));
    expect(Object.keys(found)).toEqual(Object.keys(record));
    const more = Object.entries(found).flatMap(([screen, traffic]) => {
      const known = record[screen];
      const grown = known ? growth(screen, known, traffic) : [];
      const calls = paths[screen]?.filter((path) => path.includes(" /api/"));
      return grown.length > 0 ? [...grown, `  its calls were ${calls?.join(", ")}`] : [];
    });
    expect(more.join("\n"), `If this is meant, record it anew with '${COMMAND}' and say why`).toBe("");
  } finally {
    await server.stop();
  }

  async function measure() {
    const found: Record<string, Traffic> = {};
    const asked: Record<string, readonly string[]> = {};
    const options = { baseURL: server.url, locale: "en-HK" };
    const before = await browser.newContext(options);
    await logIn(await before.newPage(), say, ALICE.email);
    // The service worker fetches by itself what it keeps for offline use; ui/build/hold.mjs lists that.
    const context = await browser.newContext({
      ...options,
      storageState: await before.storageState(),
      serviceWorkers: "block",
    });
    await before.close();
    const page = await context.newPage();
    // On a slow machine an answer would be older at the next tap, and some are fetched again when they are old.
    await page.clock.setFixedTime(new Date());
    const meter = await TrafficMeter.of(page);
    const take = async (screen: string, path: string) => {
      await expect(page).toHaveURL(path);
      const { traffic, paths } = await meter.take();
      found[screen] = traffic;
      asked[screen] = paths;
    };
    const tap = (path: string) => page.locator(`a[href="${path}"]`).first().click();

    for (const screen of ["first Home", "second Home"]) {
      // The last request of the work that a start leaves until the page is idle.
      const started = page.waitForResponse("**/api/analytics/pageview", { timeout: 60_000 });
      await page.goto(paths.home);
      await started;
      await take(screen, paths.home);
    }
    for (const [screen, path] of [
      ["Explore", paths.explorer],
      ["Redeem", paths.redeem],
      ["Saved", paths.saved],
      ["Home from a tab", paths.home],
      ["Points", paths.points],
    ] as const) {
      await tap(path);
      await take(screen, path);
    }
    await context.close();
    return { found, paths: asked };
  }
});
