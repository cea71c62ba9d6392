// Taps through the app on a processor four times slower, beside a server that runs the demo, and tells how long
// each tap took to show: `node build/taps.mjs http://localhost:8080`. Exits 1 where one took 100 ms or more.
import { chromium, devices } from "playwright-core";

const [origin] = process.argv.slice(2);
if (!origin) throw new Error("usage: node build/taps.mjs ORIGIN");
const GOAL_MS = 100;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium" });
const { defaultBrowserType, ...phone } = devices["iPhone 13"];
const context = await browser.newContext({
  ...phone,
  viewport: { width: 375, height: 812 },
  baseURL: origin,
});
await context.addInitScript(() => {
  window.slowest = 0;
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries())
      if (interactionId) window.slowest = Math.max(window.slowest, duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
});
const page = await context.newPage();
await page.goto("/login");
await page.locator('input[name="identifier"]').fill("alice@kapok.example");
await page.locator('input[name="password"]').fill("Cotton-tree-88");
await page.locator('button[type="submit"]').tap();
await page.waitForURL(`${origin}/`);
const welcome = page.locator("dialog[open]");
await page.waitForLoadState("networkidle");
if (await welcome.isVisible()) await page.keyboard.press("Escape");

const throttle = await context.newCDPSession(page);
await throttle.send("Emulation.setCPUThrottlingRate", { rate: 4 });

const role = (kind, name) => page.getByRole(kind, { name, exact: true });
const tab = (name) => page.getByRole("navigation").getByRole("link", { name, exact: true });
const steps = [
  ["Explore", () => tab("Explore")],
  ["a partner", () => page.getByRole("main").getByRole("listitem").first().getByRole("link")],
  ["back", () => role("link", "Back").or(role("button", "Back"))],
  ["Redeem", () => tab("Redeem")],
  ["an item", () => page.getByRole("button", { name: / points$/ }).first()],
  ["closing it", () => role("button", "Close")],
  ["Saved", () => tab("Saved")],
  ["My likes", () => role("tab", "My likes")],
  ["Me", () => tab("Me")],
  ["Settings", () => role("link", "Settings")],
  ["简体中文", () => role("radio", "简体中文")],
  ["English", () => role("radio", "English")],
  ["Home", () => tab("Home")],
  ["History", () => page.getByRole("link", { name: /History/ })],
  ["Transfer points", () => role("link", "Transfer points")],
  ["the recipient", () => page.getByRole("textbox", { name: /Recipient/ })],
];

let good = true;
for (const [name, find] of steps) {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => {
    window.slowest = 0;
  });
  await find().tap();
  // Two frames on, the paint that followed is told; what took less than a frame is not told at all.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));
  const ms = await page.evaluate(() => window.slowest);
  good &&= ms < GOAL_MS;
  console.log(`${ms >= GOAL_MS ? "slow" : "    "} ${name.padEnd(16)} ${ms === 0 ? "under 16" : ms} ms`);
}
await browser.close();
process.exitCode = good ? 0 : 1;
