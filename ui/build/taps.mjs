// Taps through the app five times, each time in a new browser context, with the CPU slowed down four times,
// against a server that runs the demo. Prints for each tap the median and the longest time until the next
// paint. `node build/taps.mjs http://localhost:8080`. Exits 1 where a median is 100 ms or more.
import { chromium, devices } from "playwright-core";

const [origin] = process.argv.slice(2);
if (!origin) throw new Error("usage: node build/taps.mjs ORIGIN");
const GOAL_MS = 100;
const ROUNDS = 5;
/** How long a quick finger touches the screen. */
const FINGER_MS = 60;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  // A fake camera with a test video, and no permission prompt.
  args: ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
});
const { defaultBrowserType, ...phone } = devices["iPhone 13"];
const viewport = { width: 375, height: 812 };
// The pixel density of Lighthouse's slow phone, because here the CPU paints each pixel.
const deviceScaleFactor = 1.75;

let page;
let devTools;
const role = (kind, name) => page.getByRole(kind, { name, exact: true });
const tab = (name) => page.getByRole("navigation").getByRole("link", { name, exact: true });
/** A button in the top dialog: the screens below may have a button of the same name. */
const onTop = (name) => page.locator("dialog[open]").last().getByRole("button", { name, exact: true });
const first = (part) => page.getByRole("main").getByRole("listitem").first().getByRole(part);
const fill = (name, text) => page.getByRole("textbox", { name }).fill(text);
const item = (cost) => () => page.getByRole("button", { name: new RegExp(` ${cost} points$`) }).first();
/** The taps: name in the table, what to tap, and an optional preparation that is not measured. */
const steps = [
  ["Explore", () => tab("Explore")],
  ["a partner", () => first("link")],
  ["back", () => role("link", "Back").or(role("button", "Back"))],
  ["Redeem", () => tab("Redeem")],
  ["an item", item("1,800")],
  ["closing it", () => onTop("Close")],
  ["an exchange", item("3,000")],
  ["its wallet", () => onTop("Connect wallet")],
  ["closing that", () => onTop("Close")],
  ["a coupon to buy", item("800")],
  ["buying it", () => onTop("Redeem")],
  ["thinking again", () => onTop("Cancel")],
  ["and buying it", () => onTop("Redeem")],
  ["confirming it", () => onTop("Confirm")],
  ["My coupons there", () => role("link", "See my coupons")],
  ["a coupon", () => first("button")],
  ["not yet", () => onTop("Not yet")],
  ["the coupon again", () => first("button")],
  ["opening it", () => onTop("Open")],
  ["leaving it", () => onTop("Close")],
  ["staying", () => onTop("Keep open")],
  ["leaving it again", () => onTop("Close")],
  ["closing it for good", () => onTop("Close coupon")],
  ["Saved", () => tab("Saved")],
  ["My likes", () => role("tab", "My likes")],
  ["My coupons", () => role("tab", "My coupons")],
  ["Me", () => tab("Me")],
  ["Settings", () => role("link", "Settings")],
  ["about Settings", () => role("button", "About this screen")],
  ["got it", () => onTop("Got it")],
  ["简体中文", () => role("radio", "简体中文")],
  ["繁體中文", () => role("radio", "繁體中文（香港）")],
  ["English", () => role("radio", "English")],
  ["Dark", () => role("button", "Dark")],
  ["Light", () => role("button", "Light")],
  ["Home", () => tab("Home")],
  ["an article", () => first("link")],
  ["liking it", () => role("button", "Like").or(role("button", "Liked"))],
  ["Home again", () => role("button", "Back")],
  ["notifications", () => page.getByRole("link", { name: /^Notifications/ })],
  ["and back", () => role("button", "Back")],
  ["the scanner", () => role("link", "Scan a QR code")],
  ["typing a code", () => role("button", "Type the code")],
  ["the camera again", () => role("button", "Use the camera")],
  ["closing the scanner", () => onTop("Close")],
  ["History", () => page.getByRole("link", { name: /History/ })],
  ["Transfer points", () => role("link", "Transfer points")],
  ["the recipient", () => page.getByRole("textbox", { name: /Recipient/ })],
  ["scanning them", () => role("button", "Scan the recipient’s QR code")],
  ["not scanning them", () => onTop("Close")],
  [
    "Review",
    () => role("button", "Review"),
    async () => {
      await fill(/Recipient/, "bob@kapok.example");
      await fill(/Amount/, "1");
    },
  ],
  ["Edit", () => role("button", "Edit")],
  ["Review again", () => role("button", "Review")],
  ["Confirm transfer", () => role("button", "Confirm transfer")],
  ["Done", () => role("button", "Done")],
];

/** Opens a phone context with a new login, and slows down the CPU. */
async function open() {
  const context = await browser.newContext({ ...phone, viewport, deviceScaleFactor, baseURL: origin });
  await context.addInitScript(() => {
    window.slowest = 0;
    new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries())
        if (interactionId) window.slowest = Math.max(window.slowest, duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true });
  });
  page = await context.newPage();
  devTools = await context.newCDPSession(page);
  // A headless window has as many pixels as the page has CSS pixels. Enlarge it to all device pixels: a
  // change outside the window counts as painted only with the next change inside.
  const { windowId } = await devTools.send("Browser.getWindowForTarget");
  const [width, height] = [viewport.width, viewport.height].map((side) =>
    Math.ceil((side + 100) * deviceScaleFactor),
  );
  await devTools.send("Browser.setWindowBounds", { windowId, bounds: { width, height } });
  await page.goto("/login");
  await page.locator('input[name="identifier"]').fill("alice@kapok.example");
  await page.locator('input[name="password"]').fill("Cotton-tree-88");
  await page.locator('button[type="submit"]').tap();
  await page.waitForURL(`${origin}/`);
  const welcome = page.locator("dialog[open]");
  await page.waitForLoadState("networkidle");
  if (await welcome.isVisible()) await page.keyboard.press("Escape");

  await devTools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  return context;
}

/** Waits until the last change is painted and the browser has reported it. */
const nextFrames = () =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))));

/** Milliseconds until the paint; 0 for less than a frame, which browsers do not report. */
async function tap(find, prepare) {
  await page.waitForLoadState("networkidle");
  await prepare?.();
  await page.evaluate(() => {
    window.slowest = 0;
  });
  const target = find();
  // Check first that the target can be tapped: the check takes time on the page, which a finger does not.
  await target.tap({ trial: true });
  const box = await target.boundingBox();
  await nextFrames();
  const finger = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await devTools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [finger] });
  await page.waitForTimeout(FINGER_MS);
  await devTools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await nextFrames();
  await page.waitForLoadState("networkidle");
  await nextFrames();
  return await page.evaluate(() => window.slowest);
}

const took = steps.map(() => []);
for (let round = 0; round < ROUNDS; round += 1) {
  const context = await open();
  for (const [place, [, find, prepare]] of steps.entries()) took[place].push(await tap(find, prepare));
  await context.close();
}
await browser.close();
const told = (ms) => (ms === 0 ? "under 16" : String(ms)).padStart(8);
for (const [place, [name]] of steps.entries()) {
  const inOrder = took[place].toSorted((one, other) => one - other);
  const [median, longest] = [inOrder[Math.floor(ROUNDS / 2)], inOrder[ROUNDS - 1]];
  if (median >= GOAL_MS) process.exitCode = 1;
  console.log(
    `${median >= GOAL_MS ? "slow" : "    "} ${name.padEnd(20)} ${told(median)} ms, at most ${told(longest)} ms`,
  );
}
