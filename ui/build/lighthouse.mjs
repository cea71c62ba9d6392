// Measures /login and / with Lighthouse, as a phone on a slow connection, against a server that runs the
// demo. Lighthouse is not a dependency: `npm install --prefix FOLDER lighthouse chrome-launcher` elsewhere,
// then `node build/lighthouse.mjs FOLDER http://localhost:8080`. Exits 1 below the goals.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [folder, origin] = process.argv.slice(2);
if (!folder || !origin) throw new Error("usage: node build/lighthouse.mjs FOLDER ORIGIN");
const resolve = createRequire(join(folder, "package.json")).resolve;
const load = (name) => import(pathToFileURL(resolve(name)).href);
const { default: lighthouse } = await load("lighthouse");
const { launch } = await load("chrome-launcher");

const GOALS = { performance: 0.98, accessibility: 1, "best-practices": 1 };
const chrome = await launch({
  chromePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  chromeFlags: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
});

/**
 * Lighthouse's total blocking time in milliseconds, calculated from CPU time. On a machine with few cores the
 * main thread waits for the browser's other threads, for which a phone has enough cores.
 */
function blockedByProcessor({ traceEvents }) {
  const thread = ({ pid, tid }) => `${pid} ${tid}`;
  const scripts = traceEvents.filter(({ name }) => name === "v8.evaluateModule");
  const main = scripts.length > 0 ? thread(scripts[0]) : "";
  const since = Math.min(...scripts.map(({ ts }) => ts));
  return traceEvents
    .filter((event) => event.name === "RunTask" || event.name === "ThreadControllerImpl::RunTask")
    .filter((event) => thread(event) === main && event.ts >= since)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (4 * tdur) / 1000 - 50), 0);
}

/**
 * Runs Lighthouse. Sometimes the trace lacks the start of the page; Lighthouse then reports NO_NAVSTART and
 * needs another run.
 */
async function recorded(path, tries = 3) {
  const result = await lighthouse(`${origin}${path}`, {
    port: chrome.port,
    formFactor: "mobile",
    onlyCategories: Object.keys(GOALS),
    // Each run of /login starts with empty storage. For / the session that was opened below has to stay.
    disableStorageReset: path !== "/login",
  });
  const failed = Object.values(result.lhr.audits).find(
    ({ scoreDisplayMode }) => scoreDisplayMode === "error",
  );
  if (!failed) return result;
  const why = `${path}: ${failed.id}: ${failed.errorMessage}`;
  if (tries === 1 || !failed.errorMessage.includes("(NO_NAVSTART)")) throw new Error(why);
  console.log(why);
  return await recorded(path, tries - 1);
}

async function measure(path) {
  const { lhr, artifacts } = await recorded(path);
  const figures = ["largest-contentful-paint", "total-blocking-time", "cumulative-layout-shift"].map(
    (name) => `${name} ${lhr.audits[name]?.displayValue}`,
  );
  let good = lhr.finalDisplayedUrl === `${origin}${path}`;
  for (const [name, goal] of Object.entries(GOALS)) {
    const { score, auditRefs } = lhr.categories[name];
    good &&= score >= goal;
    const lost = auditRefs.filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 1);
    console.log(path.padEnd(8), name.padEnd(15), Math.round(score * 100), lost.map(({ id }) => id).join(" "));
  }
  const own = Math.round(blockedByProcessor(artifacts.Trace));
  console.log(path.padEnd(8), `${figures.join(", ")} (${own} ms of the processor's own time)`);
  return good;
}

let good = await measure("/login");
const browser = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`);
const page = await browser.contexts()[0].newPage();
await page.goto(`${origin}/login`);
await page.locator('input[name="identifier"]').fill("alice@kapok.example");
await page.locator('input[name="password"]').fill("Cotton-tree-88");
await page.locator('button[type="submit"]').click();
await page.waitForURL(`${origin}/`);
// The welcome dialog appears the first time only.
const welcome = page.locator("dialog[open]");
const comes = await welcome.waitFor({ timeout: 5000 }).then(
  () => true,
  () => false,
);
if (comes) await page.keyboard.press("Escape");
await welcome.waitFor({ state: "detached" });
await page.close();
good = (await measure("/")) && good;
await browser.close();
chrome.kill();
process.exitCode = good ? 0 : 1;
