import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import { adminPaths } from "../src/admin/paths";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, OPERATOR, signIn } from "./support/admin";
import { button, link, logIn, untilOnHome } from "./support/app";
import { audit } from "./support/audit";
import { factor } from "./support/carbonFactors";
import { findMember, openTill, press } from "./support/counter";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { ALICE, newMember } from "./support/people";

interface Steps {
  number: Locator;
  more: Locator;
  fewer: Locator;
}

inEachLanguage(() => {
  test("the year's tree shows kilograms by month and partner, and how they are counted", async ({
    page,
    say,
  }) => {
    await logIn(page, say, ALICE.email);
    await page.goto(paths.profile);
    await link(page, say("profile:tree")).click();
    const year = new Date().getFullYear();
    await page.getByRole("heading", { name: say("carbon:yourTree", { year }) }).waitFor();
    await expect(page.getByRole("table", { name: say("carbon:byMonth") }).getByRole("row")).toHaveCount(12);
    await audit(page, "a tree in bloom");
    const show = button(page, say("carbon:table.show"));
    await expect(show).toHaveAttribute("aria-expanded", "false");
    await show.click();
    await expect(button(page, say("carbon:table.hide"))).toHaveAttribute("aria-expanded", "true");
    await audit(page, "the months of a tree as a table");
    const saved = page.waitForEvent("download");
    await button(page, say("carbon:share.open")).click();
    expect((await saved).suggestedFilename()).toBe("tree.png");
    await page.getByRole("tab", { name: say("carbon:byPartner") }).click();
    const first = page.getByRole("tabpanel").getByRole("listitem").first();
    await expect(first.getByRole("presentation")).toBeVisible();
    await expect(first.locator("small")).toContainText(/\d/);
    await audit(page, "a tree by partner");
    await link(page, say("carbon:method.title")).click();
    await page.getByRole("heading", { name: say("carbon:method.factors") }).waitFor();
    await audit(page, "the factors of the method");
  });
});

inEachLanguage(() => {
  test("a cashier enters a weight within its limit, and the slip says what it saved", async ({
    page,
    say,
    server,
  }) => {
    const name = { en: "Glass", zh: "玻璃", zhhk: "玻璃樽" };
    const drop = await factor(server, { unit: "kilogram", name, grams: "300", most: "20" });
    const member = await newMember(server, {});
    await openTill(page, say, server);
    await findMember(page, say, member.shortId);
    await press(page, "42");
    const weight = page.getByRole("textbox", { name: /Glass|玻璃/ });
    await weight.fill("20.5");
    await expect(page.getByText(say("counter:carbon.most", { most: 20 }))).toBeVisible();
    const submit = button(page, say("counter:award.submit", { count: 42, points: "42" }));
    await expect(submit).toBeDisabled();
    await weight.fill("3.6");
    await expect(page.getByText(/1\.08.kg/)).toBeVisible();
    await audit(page, "a weight at the till");
    await submit.click();
    // 1,080 g of glass, and 24 g of the demo for each purchase.
    await expect(page.getByRole("definition").filter({ hasText: /1\.104.kg/ })).toBeVisible();
    await audit(page, "an award with saved CO2e");
    await drop();
  });
});

inEachLanguage(() => {
  test("a cashier counts own cups and lunch boxes with − and + up to the limit, and members read how", async ({
    page,
    say,
    server,
    watch,
    language,
  }) => {
    // The last preview may be sent while the cookies are cleared.
    watch.expectStatus(401, "/api/merchant/award/preview");
    const cup = { en: "Own cup today", zh: "今天自带杯", zhhk: "今日自備杯" };
    const box = { en: "Own lunch box today", zh: "今天自带饭盒", zhhk: "今日自備飯盒" };
    const drops = [
      await factor(server, { unit: "action", name: cup, grams: "30", most: "2" }),
      await factor(server, { unit: "action", name: box, grams: "150", most: "20" }),
    ];
    const member = await newMember(server, {});
    await openTill(page, say, server);
    await findMember(page, say, member.shortId);
    await press(page, "42");
    const [cups, boxes] = [cup, box].map((name) => ({
      number: page.getByRole("textbox", { name: name[language] }),
      more: button(page, say("counter:carbon.more", { name: name[language] })),
      fewer: button(page, say("counter:carbon.fewer", { name: name[language] })),
    })) as [Steps, Steps];
    await expect(cups.number).toHaveValue("");
    await expect(cups.fewer).toBeDisabled();
    await cups.more.click();
    await expect(cups.number).toHaveAccessibleDescription(
      say("counter:carbon.saved", { weight: "30\u00a0g" }),
    );
    await cups.more.click();
    await expect(cups.more).toBeDisabled();
    await expect(cups.number).toHaveValue("2");
    const full = say("counter:carbon.full", { weight: "60\u00a0g", most: 2 });
    await expect(cups.number).toHaveAccessibleDescription(full);
    await boxes.more.click();
    await boxes.more.click();
    await boxes.fewer.click();
    await expect(boxes.number).toHaveValue("1");
    await audit(page, "actions at the till");
    const submit = button(page, say("counter:award.submit", { count: 42, points: "42" }));
    await cups.number.fill("3");
    await expect(page.getByText(say("counter:carbon.most", { most: 2 }), { exact: true })).toBeVisible();
    await expect(submit).toBeDisabled();
    await cups.fewer.click();
    await submit.click();
    // Two cups and a box, and 24 g of the demo for each purchase.
    await expect(page.getByRole("definition").filter({ hasText: /234.g/ })).toBeVisible();

    await page.context().clearCookies();
    await logIn(page, say, ALICE.email);
    await page.goto(paths.carbonMethod);
    await expect(page.getByRole("row", { name: new RegExp(cup[language]) })).toContainText(
      say("carbon:method.units.action"),
    );
    for (const drop of drops) await drop();
  });
});

inEachLanguage(() => {
  test("Home shows the year's tree beside the stamp card, and opens it", async ({ page, say }) => {
    await logIn(page, say, ALICE.email);
    const tree = page
      .getByRole("main")
      .getByRole("link", { name: new RegExp(`^${say("carbon:title")}.*kg`) });
    await untilOnHome(page, say, tree);
    await audit(page, "Home with a tree");
    await tree.click();
    await page
      .getByRole("heading", { name: say("carbon:yourTree", { year: new Date().getFullYear() }) })
      .waitFor();
  });
});

inEachLanguage(() => {
  test("the method is saved as a PDF in the language on screen", async ({ page, say }) => {
    await logIn(page, say, ALICE.email);
    await page.goto(paths.carbonMethod);
    await page.getByRole("heading", { name: say("carbon:method.factors") }).waitFor();
    await audit(page, "the method with its PDF");
    const saved = page.waitForEvent("download");
    await button(page, say("carbon:method.print")).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe("carbon-method.pdf");
    expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");
  });
});

test.describe("at the desk", () => {
  test.use(ADMIN_WINDOW);

  inEachLanguage(() => {
    test("a factor without unit, source or year is not switched on, and each field says why", async ({
      page,
      say,
    }) => {
      await signIn(page, say, OPERATOR, adminPaths.carbon);
      await button(page, say("adminCarbon:add")).click();
      const form = page.getByRole("dialog");
      await button(form, say("adminCarbon:keep")).click();
      const why = (label: string) => form.getByRole("textbox", { name: label, exact: true });
      await expect(why(say("adminCarbon:source"))).toHaveAccessibleDescription(
        new RegExp(say("adminCarbon:sourceMissing")),
      );
      await expect(why(say("adminCarbon:year"))).toHaveAccessibleDescription(
        new RegExp(say("adminCarbon:yearMissing")),
      );
      await expect(form.getByRole("combobox", { name: say("adminCarbon:unit") })).toHaveAccessibleDescription(
        new RegExp(say("adminCarbon:unitMissing")),
      );
      await audit(page, "a carbon factor that lacks its source");
      await page.keyboard.press("Escape");
      // The demo's factor without a source.
      await expect(page.getByRole("table", { name: say("adminCarbon:factors"), exact: true })).toContainText(
        say("adminCarbon:noSource"),
      );
    });

    test("the programme's report shows months, partners and sources, and downloads them", async ({
      page,
      say,
    }) => {
      await signIn(page, say, OPERATOR, adminPaths.carbon);
      const factors = page.getByRole("table", { name: say("adminCarbon:byFactor") });
      await expect(factors).toContainText("Packaging LCA, 2024");
      await audit(page, "the carbon report");
      await button(page, say("adminCarbon:byDay")).click();
      await expect(
        page
          .getByRole("table", { name: say("adminCarbon:byDay") })
          .getByRole("row")
          .nth(300),
      ).toBeAttached();
      const saved = page.waitForEvent("download");
      await page.getByRole("link", { name: new RegExp(say("adminCarbon:report")) }).click();
      expect((await saved).suggestedFilename()).toBe("carbon.csv");
    });

    test("a partner's staff see the report of their own partner", async ({ page, say }) => {
      await signIn(page, say, "merchant@kapok.example", "/admin");
      await link(page, say("portal:nav.carbon")).click();
      await expect(page.getByRole("table", { name: say("adminCarbon:byFactor") })).toBeVisible();
      await expect(page.getByRole("heading", { name: say("adminCarbon:byPartner") })).toHaveCount(0);
      await audit(page, "a partner's carbon report");
    });
  });

  inEachLanguage(() => {
    test("an operator adds a factor by the action, whose limit is a whole number", async ({
      page,
      say,
      language,
    }) => {
      await signIn(page, say, OPERATOR, adminPaths.carbon);
      await button(page, say("adminCarbon:add")).click();
      const form = page.getByRole("dialog");
      const named = (label: string) => form.getByRole("textbox", { name: label, exact: true });
      const name = `Own bowl ${language}`;
      await named(say("adminCarbon:nameIn", { language: say("admin:languages.en") })).fill(name);
      await named(say("adminCarbon:gramsOne")).fill("24");
      const unit = form.getByRole("combobox", { name: say("adminCarbon:unit") });
      await unit.selectOption({ label: say("adminCarbon:units.action") });
      await named(say("adminCarbon:most")).fill("1.5");
      await expect(named(say("adminCarbon:most"))).toHaveValue("");
      await named(say("adminCarbon:most")).fill("5");
      await named(say("adminCarbon:source")).fill("Bowl study");
      await named(say("adminCarbon:year")).fill("2025");
      await audit(page, "a new factor by the action");
      await button(form, say("adminCarbon:keep")).click();
      const row = page.getByRole("row", { name: new RegExp(name) });
      await expect(row).toContainText(`24 g${say("adminCarbon:units.action")}`);
      await button(row, say("adminCarbon:end")).click();
      await button(page.getByRole("alertdialog"), say("adminCarbon:end")).click();
      await expect(row).toContainText(say("adminCarbon:ended"));
    });
  });

  inEachLanguage(() => {
    test("an operator adds a factor, gives it a new version and ends it", async ({ page, say, language }) => {
      await signIn(page, say, OPERATOR, adminPaths.carbon);
      await button(page, say("adminCarbon:add")).click();
      const form = page.getByRole("dialog");
      await button(form, say("adminCarbon:keep")).click();
      await expect(form.getByText(say("adminCarbon:required")).first()).toBeVisible();
      const english = say("admin:languages.en");
      const fill = (label: string, words: string) =>
        form.getByRole("textbox", { name: label, exact: true }).fill(words);
      await fill(say("adminCarbon:nameIn", { language: english }), `Own lunch box ${language}`);
      await fill(say("adminCarbon:gramsOne"), "150");
      await form.getByRole("combobox", { name: say("adminCarbon:unit") }).selectOption("purchase");
      await fill(say("adminCarbon:source"), "Lunch study");
      await fill(say("adminCarbon:year"), "2025");
      await audit(page, "a new carbon factor");
      await button(form, say("adminCarbon:keep")).click();
      const row = page.getByRole("row", { name: new RegExp(`Own lunch box ${language}`) });
      await expect(row).toContainText("150 g");
      await expect(row).toContainText("Lunch study, 2025");

      await button(row, say("adminCarbon:newVersion")).click();
      await fill(say("adminCarbon:gramsOne"), "160");
      await button(form, say("adminCarbon:keep")).click();
      await expect(row).toContainText("160 g");
      await audit(page, "a factor with a new version");
      await button(row, say("adminCarbon:end")).click();
      await button(page.getByRole("alertdialog"), say("adminCarbon:end")).click();
      await expect(row).toContainText(say("adminCarbon:ended"));
    });
  });
});
