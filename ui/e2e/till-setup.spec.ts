import type { Page } from "@playwright/test";
import { button, heading } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { scanByKeys } from "./support/counter";
import { expect, inEachLanguage, inOneLanguage, test } from "./support/fixtures";
import { call, staffToken, waitingTill } from "./support/people";
import type { Server } from "./support/server";
import { answerLost } from "./support/states/stage";
import { refusalIn, type Say } from "./support/words";

// The factor gives these tests a server of their own, because they name the tills of the demo's outlet.
test.use({ sourceScale: 140 });

const OUTLET = { en: "Sheung Wan", zh: "上环", zhhk: "上環" };

const nameField = (page: Page, say: Say) =>
  page.getByRole("textbox", { name: new RegExp(`^${say("counter:enrol.name.label")}`) });
const codeField = (page: Page, say: Say) =>
  page.getByRole("textbox", { name: new RegExp(`^${say("counter:enrol.code")}`) });
const step = (page: Page) => page.locator('li[aria-current="step"]');

/** Gives a waiting till another name, as an operator. */
async function rename(server: Server, id: string, name: string) {
  const token = await staffToken(server, "operator@kapok.example");
  await call(server, "PUT", `/api/admin/tills/${id}`, { token, body: { name } });
}

inEachLanguage((language) => {
  test("a device becomes a till in numbered steps, with a name of its own", async ({
    page,
    context,
    say,
    server,
    watch,
    anotherPhone,
  }) => {
    watch.expectStatus(401, "/api/merchant/till");
    watch.expectStatus(409, "/api/merchant/enrol");
    watch.expectStatus(410, "/api/merchant/enrol");
    watch.expectCutLine();
    const [taken, waiting] = [await waitingTill(server), await waitingTill(server)];
    await rename(server, taken.till._id, `Window ${language}`);
    const name = nameField(page, say);
    const submit = button(page, say("counter:enrol.submit"));
    const door = `By the door ${language}`;

    await test.step("the link tells its outlet and who made it, and the till has the name from the portal", async () => {
      await page.goto(waiting.link);
      await expect(heading(page, say("counter:enrol.title"))).toBeVisible();
      await expect(step(page)).toContainText(say("counter:enrol.name.title"));
      await expect(page.getByText(/Lam Tsz Kin/)).toContainText(OUTLET[language]);
      await expect(name).toHaveValue(waiting.till.name);
      await auditBoth(page, `a till to name, ${language}`);
    });

    await test.step("a refused name says why beside its field, and stays in it", async () => {
      for (const [typed, why] of [
        ["  ", say("counter:enrol.name.required")],
        ["門".repeat(61), say("counter:enrol.name.tooLong", { count: 61, most: 60 })],
        [`window ${language}`, refusalIn(language, "till_name_taken")],
      ] as const) {
        await name.fill(typed);
        await submit.click();
        await expect(name).toHaveAttribute("aria-invalid", "true");
        await expect(step(page).getByRole("alert")).toHaveText(why);
        await expect(name).toHaveValue(typed);
      }
      await audit(page, `a till whose name is taken, ${language}`);
      await name.fill(door);
      await expect(name).not.toHaveAttribute("aria-invalid", "true");
    });

    await test.step("without a line nothing is lost, and the button tries again", async () => {
      await page.getByRole("radio", { name: say("counter:enrol.readers.camera") }).check();
      await context.setOffline(true);
      await submit.click();
      await expect(page.getByText(say("counter:line.down"))).toBeVisible();
      await expect(name).toHaveValue(door);
      await audit(page, `a till that is set up without a line, ${language}`);
      await context.setOffline(false);
      await button(page, say("counter:enrol.again")).click();
      await expect(heading(page, say("counter:signIn.who"))).toBeVisible();
      await expect(page.getByText(new RegExp(`${OUTLET[language]}.*${door}`))).toBeVisible();
      expect(await page.evaluate(() => localStorage.getItem("counterCamera"))).toBe("1");
    });

    await test.step("the used link says so, and the ways on", async () => {
      const late = await anotherPhone();
      await late.goto(waiting.link);
      await expect(heading(late, say("counter:enrol.used.title"))).toBeVisible();
      await expect(late.getByRole("alert")).toContainText(door);
      await auditBoth(late, `a link that was used, ${language}`);
      await late.getByRole("button", { name: new RegExp(`^${say("counter:enrol.type")}`) }).click();
      await expect(step(late)).toContainText(say("counter:enrol.code"));
      await button(late, say("counter:enrol.next")).click();
      await expect(step(late).getByRole("alert")).toHaveText(say("counter:enrol.required"));
      await codeField(late, say).fill("0000-0000-0000");
      await button(late, say("counter:enrol.next")).click();
      await expect(step(late).getByRole("alert")).toHaveText(refusalIn(language, "enrolment_closed"));
      await expect(codeField(late, say)).toHaveValue("0000-0000-0000");
      await audit(late, `a code that is not known, ${language}`);
      await codeField(late, say).fill(taken.code.toLowerCase());
      await button(late, say("counter:enrol.next")).click();
      await expect(nameField(late, say)).toHaveValue(`Window ${language}`);
    });

    await test.step("on the till itself the used link leads back to it, and a new link replaces it", async () => {
      await page.goto(waiting.link);
      await page.getByRole("button", { name: new RegExp(`^${say("counter:enrol.stay")}`) }).click();
      await expect(heading(page, say("counter:signIn.who"))).toBeVisible();
      await page.goto((await waitingTill(server)).link);
      await expect(page.getByText(new RegExp(door))).toBeVisible();
      await audit(page, `a till that becomes another till, ${language}`);
    });
  });

  test("a link that has run out or cannot be opened leaves ways on", async ({ page, say, server, watch }) => {
    watch.expectStatus(401, "/api/merchant/till");
    watch.expectCutLine();
    const { link, till } = await waitingTill(server);
    const preview = "**/api/merchant/enrol/preview";
    await page.route(preview, (route) => route.abort());
    await page.goto(link);
    await expect(page.getByText(say("counter:line.down"))).toBeVisible();
    await audit(page, `a link without a line, ${language}`);
    // A link runs out after a day: the answer is that of the server, with the state changed.
    await page.unroute(preview);
    await page.route(preview, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), state: "expired" } });
    });
    await button(page, say("counter:enrol.again")).click();
    await expect(heading(page, say("counter:enrol.expired.title"))).toBeVisible();
    await expect(page.getByRole("alert")).toContainText(till.name);
    await expect(page.getByText(say("counter:enrol.earlier"))).toBeVisible();
    await auditBoth(page, `a link that has run out, ${language}`);
    await button(page, say("counter:enrol.scan")).last().click();
    await expect(page.getByText(say("counter:enrol.scanTitle"))).toBeVisible();
    await audit(page, `a link to scan, ${language}`);
    await page.unroute(preview);
    await scanByKeys(page, link);
    await expect(nameField(page, say)).toHaveValue(till.name);
  });
});

inOneLanguage("zhhk", () => {
  test("a device whose answer was lost is the till after a reload, and no other device", async ({
    page,
    say,
    server,
    watch,
    anotherPhone,
  }) => {
    watch.expectStatus(401, "/api/merchant/till");
    watch.expectCutLine();
    const { link, till } = await waitingTill(server);
    const enrol = "**/api/merchant/enrol";
    const name = nameField(page, say);
    const door = `${till.name} at the door`;
    await page.route(enrol, answerLost);
    await page.goto(link);
    await name.fill(door);
    await button(page, say("counter:enrol.submit")).click();
    await expect(page.getByText(say("counter:enrol.sent"))).toBeVisible();
    await expect(name).toBeDisabled();
    await page.unroute(enrol);
    // The address has lost the code, and the answer was the only one with the device's secret.
    await page.context().clearCookies();
    await page.reload();
    await expect(name).toHaveValue(door);
    await expect(name).toBeDisabled();
    const late = await anotherPhone();
    await late.goto(link);
    await expect(heading(late, say("counter:enrol.used.title"))).toBeVisible();
    await button(page, say("counter:enrol.again")).click();
    await expect(heading(page, say("counter:signIn.who"))).toBeVisible();
    await page.reload();
    await expect(page.getByText(new RegExp(door))).toBeVisible();
  });

  test("without https the page leads to the address with https, or says what does not work", async ({
    page,
    say,
    server,
    watch,
  }) => {
    watch.expectStatus(401, "/api/merchant/till");
    await page.addInitScript(() => Object.defineProperty(window, "isSecureContext", { value: false }));
    const preview = "**/api/merchant/enrol/preview";
    const publicUrl = "https://points.kapok.example";
    watch.expectGuest(publicUrl);
    await page.route(preview, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), publicUrl } });
    });
    const { link, code } = await waitingTill(server);
    await page.goto(link);
    await expect(page.getByText(publicUrl)).toBeVisible();
    await expect(button(page, say("counter:enrol.submit"))).toHaveCount(0);
    let asked = "";
    await page.route(`${publicUrl}/**`, (route) => {
      asked = route.request().url();
      return route.fulfill({ body: "" });
    });
    await button(page, say("counter:enrol.insecure.open")).click();
    await expect.poll(() => asked).toBe(`${publicUrl}/merchant/enrol/${code.replaceAll("-", "")}`);
    // The link is unused: where the server has no https, a till with a scanner can be set up.
    await page.unroute(preview);
    await page.goto(link);
    await expect(page.getByText(say("counter:enrol.insecure.here"))).toBeVisible();
    await expect(page.getByRole("radio", { name: say("counter:enrol.readers.camera") })).toBeDisabled();
    await expect(page.getByRole("radio", { name: say("counter:enrol.readers.scanner") })).toBeChecked();
    await button(page, say("counter:enrol.submit")).click();
    await expect(heading(page, say("counter:signIn.who"))).toBeVisible();
  });
});
