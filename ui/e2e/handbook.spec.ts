import { LANGUAGES, pageTagOf } from "../src/i18n/language";
import { ADMIN_WINDOW, signIn } from "./support/admin";
import { button, link } from "./support/app";
import { auditBoth } from "./support/audit";
import { sideways } from "./support/fit";
import { expect, inEachLanguage, test } from "./support/fixtures";

test.use(ADMIN_WINDOW);

const OWN_NAMES = { en: "English", zh: "简体中文", zhhk: "繁體中文" };
const OWN_SEARCH = { en: "Search", zh: "搜索", zhhk: "搜尋" };

inEachLanguage((language) => {
  test("a manager reads the handbook, changes the language within a section and searches", async ({
    page,
    say,
  }) => {
    await signIn(page, say, "merchant@kapok.example");
    await page.getByRole("button", { name: new RegExp(say("admin:me.open", { name: ".+" })) }).click();
    const opened = page.waitForEvent("popup");
    await link(page, say("admin:me.handbook")).click();
    const book = await opened;
    const tag = language === "en" ? "en" : pageTagOf(language);
    await expect(book.locator("html")).toHaveAttribute("lang", tag);
    await expect(book.getByRole("heading", { level: 1 })).toBeVisible();
    await auditBoth(book, `the handbook, ${language}`);

    await book.locator("nav a[href='#tills']").click();
    const other = LANGUAGES[(LANGUAGES.indexOf(language) + 1) % LANGUAGES.length] ?? "en";
    await link(book.locator("#tills + .languages"), OWN_NAMES[other]).click();
    await expect(book).toHaveURL(/#tills$/);
    await expect(book.locator("#tills")).toBeInViewport();
    await expect(book.locator("html")).toHaveAttribute("lang", other === "en" ? "en" : pageTagOf(other));
    await book.goBack();

    await book.getByRole("searchbox").fill(say("portal:tills.add"));
    await button(book, OWN_SEARCH[language]).click();
    await expect(book.locator("html")).toHaveAttribute("lang", tag);
    const result = book.locator(`.results li[lang='${tag}'] a[href*='partner-portal'][href$='#tills']`);
    await expect(result).toBeVisible();
    await expect(book.locator(".results mark").first()).toHaveText(new RegExp(say("portal:tills.add"), "i"));
    await auditBoth(book, `a search in the handbook, ${language}`);

    await book.setViewportSize({ width: 375, height: 812 });
    expect(await sideways(book)).toEqual([]);
    await result.click();
    await expect(book.locator("#tills")).toBeInViewport();
    expect(await sideways(book)).toEqual([]);
    await auditBoth(book, `the handbook on a phone, ${language}`);
  });
});
