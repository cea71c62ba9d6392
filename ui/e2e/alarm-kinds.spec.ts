import type { Locator, Page } from "@playwright/test";
import { BOUNDS, fieldOf, KINDS } from "../src/admin/control/alarms/thresholds";
import { adminPaths, recordPath } from "../src/admin/paths";
import { formatShortId } from "../src/i18n/format";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, field, OPERATOR, OWNER, signIn } from "./support/admin";
import {
  alarmPane,
  type Bill,
  giveFor,
  look,
  newCashier,
  newPartner,
  queueTab,
  watching,
} from "./support/alarms";
import { button, heading, logIn } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { decide, type Member, newMember } from "./support/people";
import type { Say } from "./support/words";

// A separate server, because these tests switch alarms on.
test.use({ sourceScale: 107 });

const PHONE = { viewport: { width: 375, height: 812 } };
const USUAL: readonly Bill[] = ["12.50", "23.50", "34.50", "45.50", "56.50"].map((amountHkd, nth) => ({
  amountHkd,
  receipt: `U-${nth}`,
}));

/** For each kind of which the server compares cashiers: bills, of which three of five look odd. */
const OF_CASHIERS = [
  {
    kind: "round_amounts",
    watched: "roundAmounts",
    odd: [
      { amountHkd: "100.00", receipt: "A-1" },
      { amountHkd: "200.00", receipt: "A-2" },
      { amountHkd: "300.00", receipt: "A-3" },
    ],
  },
  {
    kind: "no_receipt",
    watched: "noReceipt",
    odd: [
      { amountHkd: "61.50", receipt: "" },
      { amountHkd: "62.50", receipt: "" },
      { amountHkd: "63.50", receipt: "" },
    ],
  },
  {
    kind: "undone",
    watched: "undone",
    odd: [
      { amountHkd: "71.50", receipt: "C-1", undone: true },
      { amountHkd: "72.50", receipt: "C-2", undone: true },
      { amountHkd: "73.50", receipt: "C-3", undone: true },
    ],
  },
] as const;
const PROPER: readonly Bill[] = [
  { amountHkd: "81.50", receipt: "P-1" },
  { amountHkd: "82.50", receipt: "P-2" },
];

/** The rows of the queue with a reason. */
const rowsWith = (page: Page, reason: string) => page.getByRole("row").filter({ hasText: reason });

/** A row by the points of its alarm. */
const rowOf = (rows: Locator, points: string) =>
  rows.filter({ has: rows.page().getByRole("cell").getByText(points, { exact: true }) });

/** Returns the bounding box of an element, which must be on the screen. */
async function placeOf(one: Locator) {
  const box = await one.boundingBox();
  if (!box) throw new Error("it is not on the screen");
  return box;
}

const days = (say: Say, count: number) => say("adminAlarms:days", { count });

test("the form refuses the same thresholds as the server", async ({ server }) => {
  const at = (end: 0 | 1, beyond: number) => {
    const kinds = KINDS.map(([kind, name]) => {
      const numbers = BOUNDS[kind].map(([amount, ...ends]) => [amount, ends[end] + beyond]);
      return [name, { on: false, bills: 0, ...Object.fromEntries(numbers) }];
    });
    return decide(server, { alarms: { on: false, ...Object.fromEntries(kinds) } });
  };
  for (const [end, beyond] of [
    [0, -1],
    [1, 1],
  ] as const) {
    await at(end, 0);
    const refusal = await at(end, beyond).then(
      () => "",
      (error: unknown) => String(error),
    );
    for (const [kind, name] of KINDS)
      for (const [amount] of BOUNDS[kind]) expect(refusal).toContain(`"alarms.${fieldOf(name, amount)}"`);
  }
});

inEachLanguage((language) => {
  test.describe("at the desk", () => {
    test.use(ADMIN_WINDOW);

    for (const { kind, watched, odd } of OF_CASHIERS) {
      test(`a cashier of whom most bills look odd raises an alarm: ${kind}`, async ({
        page,
        say,
        server,
      }) => {
        await decide(server, { alarms: watching({ [watched]: { days: 2 } }) });
        const partner = await newPartner(server, `Tea House ${kind} ${language}`);
        const member = await newMember(server);
        // Other tests raise other alarms about these people.
        const [cashier, usual] = [`Siu Ming Ho ${language}`, `Lai Wah Ng ${kind} ${language}`];
        await giveFor(server, await newCashier(server, partner, usual), member, USUAL);
        await giveFor(server, await newCashier(server, partner, cashier), member, [...PROPER, ...odd]);

        await signIn(page, say, OPERATOR, adminPaths.alarms);
        await look(page, say);
        const counted = { cashier, count: 3, all: 5, days: days(say, 2) };
        const reason = say(`adminAlarms:reason.${kind}`, counted);
        await expect(rowsWith(page, reason)).toHaveCount(1);
        await expect(page.getByText(usual)).toHaveCount(0);
        await button(rowsWith(page, reason), say(`adminAlarms:kinds.${kind}`)).click();

        const pane = alarmPane(page, say);
        await expect(heading(pane, say(`adminAlarms:kinds.${kind}`))).toBeVisible();
        await expect(pane.getByText(reason)).toBeVisible();
        await expect(
          pane.getByText(say(`adminAlarms:usual.${kind}`, { percent: 60, usual: 0 })),
        ).toBeVisible();
        await expect(pane.getByText(`Tea House ${kind} ${language}`)).toBeVisible();
        await expect(heading(pane, say("adminAlarms:transactions", { count: 3 }))).toBeVisible();
        for (const { amountHkd, receipt } of odd) {
          const told = [`Ka Yan Lau · HK$${amountHkd}`, receipt].filter(Boolean).join(" · ");
          await expect(pane.getByText(told, { exact: true })).toBeVisible();
        }
        for (const { receipt } of PROPER) await expect(pane.getByText(receipt)).toHaveCount(0);
        await auditBoth(page, `an alarm: ${kind}`);
      });
    }

    test("many accounts on one phone raise an alarm, and the points of some are held", async ({
      page,
      say,
      server,
      anotherPhone,
    }) => {
      await decide(server, { alarms: watching({ device: { days: 2 } }) });
      const phone = await anotherPhone(PHONE);
      const members: Member[] = [];
      for (const points of [1_040, 1_041, 1_042]) {
        const member = await newMember(server, { points });
        members.push(member);
        await logIn(phone, say, member.email);
        await phone.goto(paths.profile);
        await button(phone, say("profile:logOut")).click();
        await expect(phone).toHaveURL(paths.login);
      }

      await signIn(page, say, OPERATOR, adminPaths.alarms);
      await look(page, say);
      const reason = say("adminAlarms:reason.device", { count: 3, days: days(say, 2) });
      // The tests of the other languages raise the same alarm before, and the queue begins with the newest.
      const row = rowsWith(page, reason).first();
      await expect(rowOf(row, "3,123")).toBeVisible();
      await button(row, say("adminAlarms:kinds.device")).click();
      const pane = alarmPane(page, say);
      await expect(pane.getByText(reason)).toBeVisible();
      await expect(pane.getByText(say("adminAlarms:usual.device"))).toBeVisible();
      const whose = pane.getByRole("group", { name: say("adminAlarms:whose") });
      const account = (points: string) => whose.getByRole("checkbox", { name: `Ka Yan Lau ${points}` });
      for (const points of ["1,040", "1,041", "1,042"]) await expect(account(points)).toBeChecked();
      const [first, second] = [await placeOf(account("1,042")), await placeOf(account("1,041"))];
      expect(second, "check boxes stand below each other").toMatchObject({ x: first.x });
      const accounts = async () => {
        await expect(heading(pane, say("adminAlarms:accounts", { count: 3 }))).toBeVisible();
        for (const { _id, shortId } of members) {
          const one = pane.getByRole("listitem").filter({ hasText: formatShortId(shortId) });
          const page = recordPath(adminPaths.members, _id);
          await expect(one.getByRole("link", { name: "Ka Yan Lau" })).toHaveAttribute("href", page);
        }
      };
      await accounts();
      await auditBoth(page, "an alarm about a device");

      await account("1,040").uncheck();
      await field(page, say("adminAlarms:note.label")).fill("One person with three accounts");
      const held = { count: 2_083, points: "2,083" };
      await button(pane, say("adminAlarms:hold.do", held)).click();
      await expect(page.getByText(say("adminAlarms:hold.done", held))).toBeVisible();
      await queueTab(page, say, "held").click();
      await button(rowsWith(page, reason).first(), say("adminAlarms:kinds.device")).click();
      await expect(pane.getByText("One person with three accounts")).toBeVisible();
      await accounts();
      const heldOf = (count: number, points: string) => say("adminAlarms:heldOf", { count, points });
      await expect(pane.getByText(heldOf(1_042, "1,042"))).toBeVisible();
      await expect(pane.getByText(heldOf(1_040, "1,040"))).toHaveCount(0);
      await audit(page, "an alarm about a device with points on hold");

      await field(page, say("adminAlarms:note.label")).fill("A family");
      await button(pane, say("adminAlarms:release.do")).click();
      await expect(page.getByText(say("adminAlarms:release.done"))).toBeVisible();
      await queueTab(page, say, "done").click();
      await button(rowsWith(page, reason).first(), say("adminAlarms:kinds.device")).click();
      await expect(pane.getByText("A family", { exact: true })).toBeVisible();
      await accounts();
    });

    test("several alarms are dismissed with one note, and the others stay", async ({ page, say, server }) => {
      await decide(server, { alarms: watching({ pair: { from: 2, days: 2 } }) });
      const name = `Wai Fong Lee ${language}`;
      const cashier = await newCashier(server, await newPartner(server, `Cake Shop ${language}`), name);
      for (const amountHkd of ["511", "512", "513"]) {
        const bills = [1, 2].map((nth) => ({ amountHkd, receipt: `${amountHkd}-${nth}` }));
        await giveFor(server, cashier, await newMember(server), bills);
      }

      await signIn(page, say, OPERATOR, adminPaths.alarms);
      await look(page, say);
      const counted = { cashier: name, member: "Ka Yan Lau", count: 2, days: days(say, 2) };
      const rows = rowsWith(page, say("adminAlarms:reason.pair", counted));
      await expect(rows).toHaveCount(3);
      const bar = page.getByRole("region", { name: say("adminAlarms:selection") });
      const pick = async (points: string) => {
        const one = { name: say("adminAlarms:selectOne", { kind: say("adminAlarms:kinds.pair") }) };
        await rowOf(rows, points).getByRole("checkbox", one).check();
      };
      await pick("1,022");
      await expect(bar.getByRole("status")).toHaveText(say("adminAlarms:selected", { count: 1 }));
      await button(bar, say("adminAlarms:clear")).click();
      await expect(bar).toHaveCount(0);
      await pick("1,022");
      await pick("1,026");
      await expect(bar.getByRole("status")).toHaveText(say("adminAlarms:selected", { count: 2 }));
      await auditBoth(page, "two selected alarms");

      const some = say("adminAlarms:dismiss.some", { count: 2 });
      await button(bar, some).click();
      const dialog = page.getByRole("dialog", { name: some });
      await expect(dialog.getByText(say("adminAlarms:dismiss.text"))).toBeVisible();
      await button(dialog, say("adminAlarms:dismiss.do")).click();
      const note = dialog.getByRole("textbox", { name: say("adminAlarms:note.label") });
      await expect(note).toHaveAttribute("aria-invalid", "true");
      await expect(dialog.getByText(say("adminAlarms:note.missing"))).toBeVisible();
      await audit(page, "a dismissal of two alarms without a note");
      await note.fill("Staff canteen");
      await button(dialog, say("adminAlarms:dismiss.do")).click();
      await expect(page.getByText(say("adminAlarms:dismiss.done", { count: 2 }))).toBeVisible();
      await expect(dialog).toHaveCount(0);
      await expect(bar).toHaveCount(0);
      await expect(rows).toHaveCount(1);
      await expect(rowOf(rows, "1,024")).toBeVisible();

      await queueTab(page, say, "done").click();
      await expect(rows).toHaveCount(2);
      for (const points of ["1,022", "1,026"]) {
        const row = rowOf(rows, points);
        // The state stands in its column, and below the name where that column is hidden.
        const state = row.getByText(say("adminAlarms:outcome.dismissed"), { exact: true });
        await expect(state.filter({ visible: true })).toHaveCount(1);
        await button(row, say("adminAlarms:kinds.pair")).click();
        await expect(alarmPane(page, say).getByText(`${points} · HK$`)).toBeVisible();
        await expect(alarmPane(page, say).getByText("Staff canteen")).toBeVisible();
      }
      await audit(page, "alarms that were dismissed together");
    });

    test("an owner sets what raises an alarm, and each refusal is beside its field", async ({
      page,
      say,
      server,
    }) => {
      await decide(server, { alarms: watching({ pair: {}, undone: {} }) });
      await signIn(page, say, OWNER, adminPaths.alarms);
      const dialog = page.getByRole("dialog", { name: say("adminAlarms:settings.title") });
      const open = () => button(page, say("adminAlarms:settings.open")).click();
      const save = () => button(dialog, say("adminAlarms:settings.save")).click();
      const of = (kind: "pair" | "undone" | "device") =>
        dialog.getByRole("group", { name: say(`adminAlarms:kinds.${kind}`), exact: true });
      const number = (group: Locator, label: string) => group.getByRole("textbox", { name: label });
      const longest = say("adminAlarms:settings.days");
      const bills = say("adminAlarms:settings.bills");
      const range = (least: string, most: string) => say("adminAlarms:settings.range", { least, most });

      await open();
      await expect(of("undone").getByRole("textbox")).toHaveCount(3);
      const tops = await of("undone")
        .getByRole("textbox")
        .evaluateAll((inputs) => inputs.map((input) => input.getBoundingClientRect().top));
      expect(new Set(tops).size, "the three numbers stand in one line").toBe(1);
      await expect(number(of("device"), longest)).toBeDisabled();
      await number(of("pair"), longest).pressSequentially("x");
      await expect(of("pair").getByText(say("admin:errors.number"))).toBeVisible();
      await number(of("pair"), longest).fill("8");
      await number(of("undone"), bills).fill("4");
      await save();
      await expect(number(of("pair"), longest)).toBeFocused();
      for (const [wrong, told] of [
        [number(of("pair"), longest), range("1", "7")],
        [number(of("undone"), bills), range("5", "1,000")],
      ] as const) {
        await expect(wrong).toHaveAttribute("aria-invalid", "true");
        await expect(wrong).toHaveAccessibleDescription(told);
      }
      await expect(dialog.getByRole("alert")).toHaveCount(2);
      // The server checks kinds that are not watched too, so that a wrong number stays open.
      const watch = of("undone").getByRole("switch", { name: say("adminAlarms:settings.watch") });
      await watch.uncheck();
      await expect(number(of("undone"), bills)).toBeEnabled();
      await expect(number(of("undone"), longest)).toBeDisabled();
      await watch.check();
      await auditBoth(page, "thresholds that are refused");

      await number(of("pair"), say("adminAlarms:settings.from.pair")).fill("6");
      await number(of("pair"), longest).fill("7");
      await number(of("undone"), say("adminAlarms:settings.from.undone")).fill("35");
      await number(of("undone"), bills).fill("12");
      await of("device")
        .getByRole("switch", { name: say("adminAlarms:settings.watch") })
        .click();
      await number(of("device"), say("adminAlarms:settings.from.device")).fill("4");
      await save();
      await expect(page.getByText(say("adminAlarms:settings.saved"), { exact: true })).toBeVisible();
      await expect(dialog).toHaveCount(0);

      await page.reload();
      const watched = (kind: "pair" | "undone" | "device" | "fan_in") =>
        page
          .getByRole("term")
          .filter({ hasText: say(`adminAlarms:short.${kind}`) })
          .locator("xpath=following-sibling::dd");
      await expect(watched("pair")).toHaveText(
        say("adminAlarms:threshold.pair", { from: 6, days: days(say, 7) }),
      );
      await expect(watched("undone")).toHaveText(
        say("adminAlarms:threshold.undone", { from: 35, bills: 12 }),
      );
      await expect(watched("device")).toHaveText(
        say("adminAlarms:threshold.device", { from: 4, days: days(say, 1) }),
      );
      await expect(watched("fan_in")).toHaveText(say("adminAlarms:threshold.off"));
      await open();
      await expect(number(of("pair"), say("adminAlarms:settings.from.pair"))).toHaveValue("6");
      await expect(number(of("pair"), longest)).toHaveValue("7");
      await expect(number(of("undone"), bills)).toHaveValue("12");
      await expect(number(of("device"), say("adminAlarms:settings.from.device"))).toHaveValue("4");
      await audit(page, "thresholds that were saved");
    });
  });
});
