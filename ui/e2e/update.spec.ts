import { paths } from "../src/shared/paths";
import { AlteringProxy } from "./support/alteringProxy";
import { button, link, logIn, logInRemembered, stencil } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { BOB, newMember } from "./support/people";
import { readFromScreen } from "./support/qr";

inOneLanguage("zhhk", () => {
  test("a newer version is offered and waits until the member accepts it", async ({
    say,
    server,
    anotherPhone,
  }) => {
    const member = await newMember(server, { points: 50 });
    // A change of one byte makes a new worker, as a new build would.
    const front = await AlteringProxy.before(server.url, "/sw.js", (text) => `${text}\n// newer`);
    const page = await anotherPhone({ baseURL: front.url });
    await logIn(page, say, member.email);
    await page.goto(paths.transfer);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const recipient = page.getByRole("textbox", { name: say("transfer:recipient") });
    await recipient.fill(BOB.email);

    front.alter();
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    const offer = page.getByText(say("updateReady"));
    await expect(offer).toBeVisible();
    await audit(page, "an offer of a newer version");
    await page.getByRole("textbox", { name: say("transfer:amount") }).fill("5");
    await expect(recipient).toHaveValue(BOB.email);

    const reloaded = page.waitForEvent("load");
    await button(page, say("updateNow")).click();
    await reloaded;
    await expect(page).toHaveURL(new RegExp(`${paths.transfer}$`));
    await expect(recipient).toHaveValue(BOB.email);
    await expect(offer).toBeHidden();
    const waiting = () => navigator.serviceWorker.ready.then((registration) => registration.waiting !== null);
    expect(await page.evaluate(waiting)).toBe(false);
    await page.close();
    await front.stop();
  });
});

test("a version that took over by itself opens offline at once", async ({
  say,
  server,
  watch,
  anotherPhone,
}) => {
  watch.expectCutLine();
  const member = await newMember(server, { points: 50 });
  // A new build has its own cache, and the cache of the previous build is deleted.
  const front = await AlteringProxy.before(server.url, "/sw.js", (text) =>
    text.replace(/"[0-9a-f]{12}"/, '"newer"'),
  );
  const first = await anotherPhone({ baseURL: front.url });
  const context = first.context();
  await logInRemembered(first, say, member.email);
  await expect(stencil(first, "50")).toBeVisible();
  await first.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const kept = async () => (await (await caches.match("/kept"))?.text()) ?? "";
  await expect.poll(() => first.evaluate(kept), "stored data").toContain(member.shortId);

  front.alter();
  await first.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await expect(first.getByText(say("updateReady"))).toBeVisible();
  await first.close();

  await context.setOffline(true);
  const page = await context.newPage();
  await page.goto(paths.home);
  await expect(stencil(page, "50")).toBeVisible();
  const held = () => page.evaluate(async () => (await caches.keys()).sort());
  await expect.poll(held, "the existing caches").toEqual(["kapok-app-newer", "kapok-member"]);
  // None of these screens was opened before.
  await link(page, say("nav.me")).click();
  expect(await readFromScreen(page.getByRole("img", { name: say("profile:qr") }))).toBe(member.shortId);
  await page.close();
  await front.stop();
});
