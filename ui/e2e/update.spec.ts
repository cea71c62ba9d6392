import { paths } from "../src/paths";
import { button, logIn } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { Front } from "./support/front";
import { BOB, newMember } from "./support/people";

inEachLanguage(() => {
  test("a newer version is offered, and waits until whoever is in the middle of something is ready", async ({
    say,
    server,
    anotherPhone,
  }) => {
    const member = await newMember(server, { points: 50 });
    // Another byte makes another worker, as another build would.
    const front = await Front.before(server.url, "/sw.js", "\n// newer");
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
