// Photographs every screen of the admin app and of the counter, in three languages, light and dark, on a
// desktop, a tablet and a phone: `npm --prefix ui run gallery -- admin`, then open
// index.html in ui/gallery/desk, ui/gallery/portal and ui/gallery/counter.

import { ADMIN_WINDOW, OWNER, signIn } from "./support/admin";
import { ADMIN_STATES, counterStates, PORTAL_STATES } from "./support/adminStates";
import { openTill } from "./support/counter";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { askForExchange, newAnnouncement, newMember, openedCoupon } from "./support/people";
import { Photographs } from "./support/photographs";
import { walk } from "./support/states";
import { COUNTER_CHAPTERS } from "./support/states/till";

test.use(ADMIN_WINDOW);

const DESK = { name: "1280", ...ADMIN_WINDOW.viewport };
const TABLET = { name: "1024", width: 1024, height: 768 };
const PHONE = { name: "390", width: 390, height: 844 };
const atDesk = new Photographs("desk", [DESK, TABLET, PHONE], DESK);
const inPortal = new Photographs("portal", [DESK, TABLET, PHONE], DESK);
const atTill = new Photographs("counter", [PHONE, TABLET], PHONE);

test.afterAll(() => atDesk.writeIndex());
test.afterAll(() => inPortal.writeIndex());
test.afterAll(() => atTill.writeIndex());

inEachLanguage((language) => {
  test("every screen of the admin app", async ({ page, say, server, watch }) => {
    watch.expectStatus(404, "/api/admin/members/none");
    const member = await newMember(server, { points: 9_000 });
    await askForExchange(server, member.email);
    await openedCoupon(server, member.email);
    await newAnnouncement(server, "The trees flower");
    await signIn(page, say, OWNER);
    for (const { name, show } of ADMIN_STATES) {
      await test.step(name, async () => {
        await show({ page, say, member });
        await atDesk.take(page, name, language);
      });
    }
    expect(atDesk.count).toBe(ADMIN_STATES.length);
  });

  test("every page of the partner's portal", async ({ page, say, server }) => {
    const member = await newMember(server, {});
    await signIn(page, say, "merchant@kapok.example");
    for (const { name, show } of PORTAL_STATES) {
      await test.step(name, async () => {
        await show({ page, say, member });
        await inPortal.take(page, name, language);
      });
    }
    expect(inPortal.count).toBe(PORTAL_STATES.length);
  });

  for (const chapter of COUNTER_CHAPTERS)
    test(chapter.name, async ({ page, say, server, context, watch }) => {
      await page.setViewportSize(PHONE);
      await walk(chapter, { page, say, server, context, watch, language }, (name) =>
        atTill.take(page, name, language),
      );
    });

  test("every screen of the counter", async ({ page, say, server, watch }) => {
    watch.expectStatus(404, "/api/merchant/lookup");
    const member = await newMember(server, { points: 1_500 });
    const states = counterStates(await openedCoupon(server, member.email));
    await page.setViewportSize(PHONE);
    await openTill(page, say, server);
    for (const { name, show } of states) {
      await test.step(name, async () => {
        await show({ page, say, member });
        await atTill.take(page, name, language);
      });
    }
    expect(atTill.count).toBeGreaterThanOrEqual(states.length);
  });
});
