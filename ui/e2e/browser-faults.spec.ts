import { paths } from "../src/shared/paths";
import { button, fillLogin, heading, link, logIn, stencil } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { redeem } from "./support/journey";
import { ALICE, BOB, newMember, PASSWORD } from "./support/people";
import { refuses } from "./support/states/stage";
import { wordsOf } from "./support/words";

const BOOKS = "HK$30 second-hand books";

test("the app works in a browser that refuses its storage", async ({ page, say, server, watch }) => {
  // The token is only in memory: after a reload one call is refused, and the session gives a new token.
  watch.expectStatus(401, "/api/transaction/transfer");
  const member = await newMember(server, { points: 100 });
  await page.addInitScript(() => {
    for (const area of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, area, {
        get() {
          throw new DOMException("refused", "SecurityError");
        },
      });
  });
  await logIn(page, say, member.email);
  await expect(heading(page, member.firstName)).toBeVisible();
  await page.goto(paths.points);
  await link(page, say("points:transfer")).click();
  await page.getByRole("textbox", { name: say("transfer:recipient") }).fill(BOB.email);
  await page.getByRole("textbox", { name: say("transfer:amount") }).fill("30");
  await button(page, say("transfer:review")).click();
  await button(page, say("transfer:confirm")).click();
  await expect(heading(page, say("transfer:sent", { count: 30, amount: "30" }))).toBeVisible();
  await button(page, say("transfer:done")).click();
  await expect(stencil(page, "70")).toBeVisible();
  await link(page, say("nav.me")).click();
  await link(page, say("profile:settings")).click();
  await page.getByRole("radio", { name: "简体中文" }).check();
  await expect(heading(page, wordsOf("zh")("settings:title"))).toBeVisible();
});

test("the app works in a browser whose storage is full", async ({ page, say, server, watch }) => {
  watch.expectStatus(401, "/api/redeem/");
  const member = await newMember(server, { points: 800 });
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await logIn(page, say, member.email);
  await redeem(page, say, `${BOOKS} 800 points`);
  await link(page, say("redeem:result.done.button")).click();
  await page.getByRole("button", { name: BOOKS }).click();
  await button(page, say("rewards:open.open")).click();
  await expect(page.getByRole("timer")).toBeVisible();
});

test("the app ignores invalid values in its storage", async ({ page, say }) => {
  await page.addInitScript(() => {
    if (window.origin === "null") return;
    localStorage.setItem("Language", "klingon");
    localStorage.setItem("appearance", "sepia");
    localStorage.setItem("activeTab", "[object Object]");
    localStorage.setItem("token", "\u{1F338}");
    localStorage.setItem("rememberMe", "perhaps");
    localStorage.setItem("rememberPassword", "hunter2");
    sessionStorage.setItem("transfer", "{");
    for (const strings of [localStorage, sessionStorage])
      for (const slot of ["coupon:asked", "intents"]) strings.setItem(slot, "none");
  });
  await page.goto(paths.login);
  await expect(button(page, say("login:submit"))).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("rememberPassword"))).toBeNull();
  await expect(page.locator("html")).toHaveAttribute("lang", "en-HK");
});

for (const hours of [-7, 9]) {
  test(`a coupon stays open for five minutes on a phone whose clock is ${hours} h wrong`, async ({
    page,
    say,
    server,
  }) => {
    const member = await newMember(server, { points: 800 });
    await page.clock.install({ time: Date.now() + hours * 3_600_000 });
    await logIn(page, say, member.email);
    await redeem(page, say, `${BOOKS} 800 points`);
    await link(page, say("redeem:result.done.button")).click();
    await page.getByRole("button", { name: BOOKS }).click();
    await button(page, say("rewards:open.open")).click();
    const timer = page.getByRole("timer");
    await expect(timer).toHaveAccessibleName(/(5:00|4:[45]\d)/);
    // The date is that of the server in Hong Kong, whatever the device's clock shows.
    const now = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "Asia/Hong_Kong" });
    await expect(page.getByText(now.format(new Date()))).toBeVisible();
    await page.clock.fastForward(300_000);
    await expect(timer).toHaveCount(0);
  });
}

test("other tabs follow a change of language, of appearance and of member", async ({
  page,
  say,
  context,
  server,
}) => {
  const first = await newMember(server, { points: 111 });
  const second = await newMember(server, { points: 222 });
  await logIn(page, say, first.email);
  const other = await context.newPage();
  await other.goto(paths.points);
  await expect(stencil(other, "111")).toBeVisible();
  // A tab starts to listen some time after its first screen.
  await page.goto(paths.settings);
  await expect(async () => {
    // Each retry must make a new change.
    await page.getByRole("radio", { name: "English" }).check();
    await page.getByRole("radio", { name: "繁體中文（香港）" }).check();
    await expect(heading(other, wordsOf("zhhk")("points:title"))).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.getByRole("radio", { name: "English" }).check();
  await expect(heading(other, say("points:title"))).toBeVisible();

  await page.goto(paths.profile);
  await button(page, say("profile:logOut")).click();
  await expect(page).toHaveURL(paths.login);
  await expect(other).toHaveURL(paths.login);
  await logIn(page, say, second.email);
  await other.goto(paths.points);
  await expect(stencil(other, "222")).toBeVisible();
});

const HOSTILE = [
  "javascript:alert(1)",
  "https://evil.example/login",
  "//evil.example",
  "\\\\evil.example",
  "data:text/html,<script>alert(1)</script>",
  "/api/auth/logout",
  "/admin/members",
  " https://evil.example",
];

test("the button of a result page only opens addresses of the app", async ({ page, say }) => {
  for (const address of HOSTILE) {
    const query = new URLSearchParams({
      message: "<img src=x onerror=alert(1)>\u202Egnp.exe",
      buttonText: "On",
      buttonLink: address,
    });
    await page.goto(`${paths.message}?${query}`);
    await expect(link(page, "On"), address).toHaveAttribute("href", paths.home);
    await expect(page.getByText("<img src=x")).toBeVisible();
  }
  await page.goto(`${paths.message}?message=${"long ".repeat(300)}`);
  await expect(link(page, say("message:go"))).toBeVisible();
  await page.goto(paths.message);
  await expect(page.getByText(say("message:nothing"))).toBeVisible();
});

test("unknown ids and unknown addresses each show what is missing", async ({ page, say, watch }) => {
  watch.expectStatus(400, "/");
  watch.expectStatus(404, "/api/");
  await logIn(page, say, ALICE.email);
  for (const id of ["none", "%00", "%F0%9F%8C%B8", "x".repeat(500)]) {
    await page.goto(paths.article.replace(":id", id));
    await expect(heading(page, say("article:gone.title")), id).toBeVisible();
  }
  for (const id of ["none", "a%2Fb", "1;drop", "x".repeat(500)]) {
    await page.goto(paths.partner.replace(":id", id));
    await expect(heading(page, say("partner:gone.title")), id).toBeVisible();
  }
  await page.goto("/article/none/of/these");
  await expect(heading(page, say("message:lost.heading"))).toBeVisible();
  await page.goto("/explorer?x=%E0%A4%A#%E0%A4%A");
  await expect(heading(page, say("explorer:title"))).toBeVisible();
});

test("a rate-limited list shows the limit and does not claim to be offline", async ({ page, say, watch }) => {
  watch.expectStatus(429, "/api/partner/list");
  await logIn(page, say, ALICE.email);
  await page.route("**/api/partner/list*", (route) =>
    route.fulfill(refuses(429, "rate_limited", "Too many requests. Please wait a moment")),
  );
  await page.goto(paths.explorer);
  const failure = page.getByRole("alert");
  await expect(failure.getByText("Please wait a moment")).toBeVisible();
  await expect(failure.getByText(say("failedText"))).toHaveCount(0);
  await page.unrouteAll();
  await button(failure, say("tryAgain")).click();
  await expect(heading(page, say("explorer:types.food"))).toBeVisible();
});

test("shops and articles are shown in a browser without URL.canParse", async ({ page, say }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(URL, "canParse");
  });
  await logIn(page, say, ALICE.email);
  await page.getByRole("main").getByRole("listitem").first().getByRole("link").click();
  await expect(page.getByRole("article").getByRole("paragraph").nth(1)).toBeVisible();
  await page.goto(paths.explorer);
  await link(page, "Nine Hills Coffee").click();
  await expect(page.getByRole("link", { name: say("partner:shop") })).toHaveAttribute("href", /^https:/);
});

test.describe("a screen whose chunk fails to load", () => {
  // A service worker that takes over would bypass the test's routes.
  test.use({ serviceWorkers: "block" });

  test("leaves other screens usable and is requested again", async ({ page, say, watch }) => {
    watch.expectCutLine();
    await page.route(/\/assets\/(Redeem|Saved)Screen-/, (route) => route.abort("internetdisconnected"));
    await logIn(page, say, ALICE.email);
    for (const name of ["nav.redeem", "nav.saved"] as const) {
      await link(page, say(name)).click();
      await expect(heading(page, say("failedTitle"))).toBeVisible();
    }
    await audit(page, "a screen whose code did not come");
    await link(page, say("nav.explore")).click();
    await expect(heading(page, say("explorer:title"))).toBeVisible();
    await link(page, say("nav.saved")).click();
    await expect(heading(page, say("failedTitle"))).toBeVisible();
    await page.unrouteAll();
    // The chunk loads on the next request for it, or with the page.
    await link(page, say("nav.redeem")).click();
    await expect(heading(page, say("redeem:coupons"))).toBeVisible();
    await page.goBack();
    await expect(heading(page, say("saved:title"))).toBeVisible();
  });
});

inOneLanguage("zh", () => {
  test("a server error shows its request id", async ({ page, say, watch }) => {
    watch.expectStatus(500, "/api/");
    const failed = async (path: string) =>
      page.route(path, (route) => route.fulfill(refuses(500, "internal_error", "!")));
    const number = page.getByRole("alert").getByText(say("request", { id: "ac17e54cb15f4aa4" }));
    await failed("**/api/auth/login");
    await page.goto(paths.login);
    await fillLogin(page, say, ALICE.email, PASSWORD);
    await expect(number).toBeVisible();
    await audit(page, "a sign-in that failed on our side");
    await page.unroute("**/api/auth/login");
    await logIn(page, say, ALICE.email);
    await failed("**/api/partner/list*");
    await page.goto(paths.explorer);
    await expect(number).toBeVisible();
    await audit(page, "a list that failed on our side");
  });
});
