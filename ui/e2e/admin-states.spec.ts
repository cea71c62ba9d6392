import { ADMIN_WINDOW, OWNER, signIn } from "./support/admin";
import { ADMIN_STATES, SCREENS } from "./support/adminStates";
import { auditBoth } from "./support/audit";
import { expect, test } from "./support/fixtures";
import { askForExchange, newAnnouncement, newMember, openedCoupon } from "./support/people";
import { LANGUAGES } from "./support/words";

test.use(ADMIN_WINDOW);
test.describe.configure({ mode: "parallel" });

// admin.spec.ts checks the screens themselves in three languages.
const STATES = ADMIN_STATES.filter(({ name }) => !SCREENS.some((screen) => screen === name));

// Most states are checked in one language, because their texts are mostly those of their screens. State 1 is
// checked in the first language, state 2 in the second, and so on, so that each language has records, drawers and dialogs.
for (const [turn, language] of LANGUAGES.entries())
  test.describe(language, () => {
    test.use({ language });

    test("every third record, drawer and dialog of the admin app passes axe", async ({
      page,
      say,
      server,
      watch,
    }) => {
      test.setTimeout(240_000);
      watch.expectStatus(404, "/api/admin/members/none");
      const member = await newMember(server, { points: 9_000 });
      await askForExchange(server, member.email);
      await openedCoupon(server, member.email);
      await newAnnouncement(server, "The trees flower");
      await signIn(page, say, OWNER);
      const mine = STATES.filter(
        ({ inEachLanguage }, place) => inEachLanguage || place % LANGUAGES.length === turn,
      );
      expect(mine.length).toBeGreaterThan(15);
      for (const { name, show } of mine)
        await test.step(name, async () => {
          await show({ page, say, member });
          await auditBoth(page, name);
        });
    });
  });
