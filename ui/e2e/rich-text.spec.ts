import type { CDPSession, Locator, Page } from "@playwright/test";
import type { Tool } from "../src/admin/catalogue/articles/commands";
import { adminPaths, recordPath } from "../src/admin/paths";
import { ADMIN_WINDOW, field, OPERATOR, signIn } from "./support/admin";
import { button } from "./support/app";
import { expect, test } from "./support/fixtures";
import { articleText, newDraft, writeArticle } from "./support/people";
import type { Server } from "./support/server";
import type { Say } from "./support/words";

test.use(ADMIN_WINDOW);

const SENTENCE = "Come and collect your points at the four corner shops of the harbour, from eight to ten.";

interface Opened {
  id: string;
  text: Locator;
  devtools: CDPSession;
}

/** Opens an article's editor with the cursor in its text. */
async function open(page: Page, say: Say, server: Server, html?: string): Promise<Opened> {
  const id = await newDraft(server, { en: "Harbour", zh: "海港", zhhk: "海港" });
  if (html !== undefined) await writeArticle(server, id, html);
  await signIn(page, say, OPERATOR, recordPath(adminPaths.articles, id));
  const text = field(page, say("adminArticles:fields.content"));
  await text.click();
  return { id, text, devtools: await page.context().newCDPSession(page) };
}

async function empty(page: Page) {
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
}

async function save(page: Page, say: Say) {
  await button(page, say("admin:save")).click();
  await expect(button(page, say("admin:save"))).toBeDisabled();
}

async function paste(text: Locator, data: Record<string, string>) {
  await text.evaluate((element, kinds) => {
    const clipboardData = new DataTransfer();
    for (const [kind, value] of Object.entries(kinds)) clipboardData.setData(kind, value);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, data);
}

test("keys pressed without a pause stay in order", async ({ page, say, server }) => {
  const { id, text } = await open(page, say, server);
  await empty(page);
  await page.keyboard.type(SENTENCE);
  await expect(text).toHaveText(SENTENCE);
  await save(page, say);
  expect(await articleText(server, id)).toBe(`<p>${SENTENCE}</p>`);
});

test("words are inserted into the middle of a story on a slow processor", async ({ page, say, server }) => {
  const { id, text, devtools } = await open(page, say, server, "<p>The start.</p><p>The end.</p>");
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  await text.getByText("The start.").click();
  await page.keyboard.press("End");
  await page.keyboard.type(` ${SENTENCE}`);
  await page.keyboard.press("Enter");
  await page.keyboard.type(SENTENCE, { delay: 60 });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await save(page, say);
  expect(await articleText(server, id)).toBe(
    `<p>The start. ${SENTENCE}</p><p>${SENTENCE}</p><p>The end.</p>`,
  );
});

test("text committed by an input method stays in order", async ({ page, say, server }) => {
  const { id, text, devtools } = await open(page, say, server);
  await empty(page);
  for (const [keys, word] of [
    ["wo men", "我們"],
    ["kai zhang", "開張"],
    ["le", "了"],
    ["huan ying", "歡迎"],
  ] as const) {
    for (let end = 1; end <= keys.length; end++) {
      const typed = keys.slice(0, end);
      await devtools.send("Input.imeSetComposition", { text: typed, selectionStart: end, selectionEnd: end });
    }
    await devtools.send("Input.insertText", { text: word });
  }
  // Handwriting and speech insert text without a composition.
  for (const word of ["你", "來", "吧"]) await devtools.send("Input.insertText", { text: word });
  await expect(text).toHaveText("我們開張了歡迎你來吧");
  await save(page, say);
  expect(await articleText(server, id)).toBe("<p>我們開張了歡迎你來吧</p>");
});

test("text typed during a save stays", async ({ page, say, server }) => {
  const { id, text } = await open(page, say, server, "<p>One</p>");
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(" two");
  let go = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(`**/api/admin/articles/${id}`, async (route) => {
    if (route.request().method() === "PUT") await gate;
    await route.continue();
  });
  await button(page, say("admin:save")).click();
  await text.click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(" three");
  go();
  await expect.poll(() => articleText(server, id)).toBe("<p>One two</p>");
  await page.keyboard.type(" four");
  await expect(text).toHaveText("One two three four");
  await save(page, say);
  expect(await articleText(server, id)).toBe("<p>One two three four</p>");
});

test("the toolbar formats text, and each step can be undone and redone", async ({ page, say, server }) => {
  const { id, text } = await open(page, say, server);
  await empty(page);
  const bar = page.getByRole("toolbar", { name: say("adminArticles:toolbar") });
  const tool = (name: Tool) => button(bar, say(`adminArticles:tools.${name}`));
  await tool("h2").click();
  await page.keyboard.type("Opening");
  await page.keyboard.press("Enter");
  await page.keyboard.type("With ");
  await tool("bold").click();
  await page.keyboard.type("music");
  await tool("bold").click();
  await page.keyboard.type(" and ");
  await tool("italic").click();
  await page.keyboard.type("tea");
  await tool("italic").click();
  await page.keyboard.press("Enter");
  await tool("list").click();
  await page.keyboard.type("One");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Two");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await tool("numbers").click();
  await page.keyboard.type("First");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await tool("quote").click();
  await page.keyboard.type("Said so");
  await expect(tool("quote")).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  await tool("link").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(say("adminArticles:link.address")).fill("kapok.example/so");
  await button(dialog, say("adminArticles:link.submit")).click();
  await expect(text.getByRole("link", { name: "so" })).toBeVisible();
  const whole =
    "<h2>Opening</h2><p>With <strong>music</strong> and <em>tea</em></p><ul><li>One</li><li>Two</li></ul>" +
    '<ol><li>First</li></ol><blockquote><p>Said <a href="https://kapok.example/so" rel="noopener noreferrer">so</a></p></blockquote>';
  await save(page, say);
  expect(await articleText(server, id)).toBe(whole);

  const plain = await text.innerHTML();
  for (let steps = 0; (await tool("undo").getAttribute("aria-disabled")) === "false"; steps++) {
    expect(steps).toBeLessThan(60);
    await tool("undo").click();
  }
  await expect(text).not.toContainText("Opening");
  while ((await tool("redo").getAttribute("aria-disabled")) === "false") await tool("redo").click();
  expect(await text.innerHTML()).toBe(plain);
  // The text equals the saved one, so there is nothing to save.
  await expect(button(page, say("admin:save"))).toBeDisabled();
});

test("a text changed back to the saved one is no change, whatever its markup", async ({
  page,
  say,
  server,
}) => {
  const stored =
    "<h3>Opening hours</h3><table><tbody><tr><th>Day</th><td>Hours</td></tr></tbody></table>" +
    '<p>One<br>line, <u>two</u> <s>three</s> <a href="https://kapok.example/" rel="noopener noreferrer">and more</a></p><hr><p>End</p>';
  const { id, text } = await open(page, say, server, stored);
  await text.getByText("End").click();
  await page.keyboard.press("End");
  await page.keyboard.type("ing");
  await expect(button(page, say("admin:save"))).toBeEnabled();
  for (let keys = 0; keys < 3; keys++) await page.keyboard.press("Backspace");
  await expect(button(page, say("admin:save"))).toBeDisabled();
  await page.keyboard.type("s");
  await save(page, say);
  expect(await articleText(server, id)).toBe(stored.replace("End", "Ends"));
});

test("a draft is restored, or dropped in favour of the saved text", async ({ page, say, server }) => {
  const { text } = await open(page, say, server, "<p>Saved words</p>");
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(" and more");
  await expect(button(page, say("admin:save"))).toBeEnabled();
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(text).toHaveText("Saved words and more");
  await text.click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type(" still");
  await expect(text).toHaveText("Saved words and more still");
  await button(page, say("adminContent:discard")).click();
  await expect(text).toHaveText("Saved words");
});

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0cm; font-size:12.0pt;} @list l0:level1 {mso-level-number-format:bullet;} --></style></head>
<body lang=EN-HK style='tab-interval:36.0pt'><!--StartFragment-->
<p class=MsoTitle><span lang=EN-GB>Autumn fair<o:p></o:p></span></p>
<h1 style='mso-list:none'><span style='font-family:"Calibri Light",sans-serif'>What to bring<o:p></o:p></span></h1>
<p class=MsoNormal style='margin-bottom:8.0pt'><b style='mso-bidi-font-weight:normal'><span style='font-size:14.0pt;
color:red'>Bags</span></b><span lang=EN-GB> and <i>jars</i>, see <a href="https://kapok.example/fair"><span
style='color:blue'>the page</span></a>.<o:p></o:p></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;
</span></span></span><![endif]>Tea<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span
style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;
</span></span></span><![endif]>Green<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>Buns<o:p></o:p></p>
<p class=MsoNormal><v:shape><img width=10 height=10 src="file:///C:/Users/a/clip_image001.png"></v:shape>End<o:p></o:p></p>
<!--EndFragment--></body></html>`;

const DOCS = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-6e9a"><h1 dir="ltr"
style="line-height:1.38;margin-top:20pt;"><span style="font-size:20pt;font-family:Arial;font-weight:700;white-space:pre-wrap;">Opening</span></h1>
<p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;font-style:normal;text-decoration:none;">Come </span><span
style="font-size:11pt;font-weight:700;font-style:normal;">early</span><span style="font-weight:400;font-style:italic;"> or late</span><span
style="font-weight:400;">, </span><a href="https://kapok.example/" style="text-decoration:none;"><span
style="color:#1155cc;text-decoration:underline;">here</span></a></p><br /><ul style="margin-top:0;"><li dir="ltr"
style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Tea</span></p></li>
<ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span>Green</span></p></li></ul></ul></b>`;

test("pasted text from Word, Google Docs and a hostile page is cleaned", async ({
  page,
  say,
  server,
  watch,
}) => {
  const { id, text } = await open(page, say, server);
  const pasted = async (data: Record<string, string>) => {
    await text.click();
    await empty(page);
    await paste(text, data);
    await save(page, say);
    return articleText(server, id);
  };
  expect(await pasted({ "text/html": WORD, "text/plain": "Autumn fair" })).toBe(
    "<h2>Autumn fair</h2><h2>What to bring</h2>" +
      '<p><strong>Bags</strong> and <em>jars</em>, see <a href="https://kapok.example/fair" rel="noopener noreferrer">the page</a>.</p>' +
      "<ul><li>Tea<ul><li>Green</li></ul></li><li>Buns</li></ul><p>End</p>",
  );
  expect(await pasted({ "text/html": DOCS })).toBe(
    "<h2>Opening</h2><p>Come <strong>early</strong><em> or late</em>, " +
      '<a href="https://kapok.example/" rel="noopener noreferrer">here</a></p><ul><li>Tea<ul><li>Green</li></ul></li></ul>',
  );
  // The sanitiser parses it in a separate document, to which the page's policy applies too.
  watch.expectBlocked();
  const hostile =
    `<p onclick="window.ran=1" style="position:fixed">Words<script>window.ran=1</script><img src=x onerror="window.ran=1">` +
    `<img src="https://evil.example/a.png"><a href="javascript:window.ran=1">trap</a></p><iframe srcdoc="x"></iframe>`;
  expect(await pasted({ "text/html": hostile })).toBe("<p>Wordstrap</p>");
  expect(await page.evaluate(() => Reflect.get(window, "ran"))).toBeUndefined();
  expect(await pasted({ "text/plain": "One\r\nline\r\n\r\nAnother <b>line</b>" })).toBe(
    "<p>One<br>line</p><p>Another &lt;b&gt;line&lt;/b&gt;</p>",
  );
  // Words pasted inside a line join it.
  await text.click();
  await empty(page);
  await page.keyboard.type("Start end");
  for (let keys = 0; keys < 3; keys++) await page.keyboard.press("ArrowLeft");
  // The editor learns the caret's position by an event before the next frame.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await paste(text, { "text/html": "<meta charset='utf-8'><b>bold</b>" });
  await save(page, say);
  expect(await articleText(server, id)).toBe("<p>Start <strong>bold</strong>end</p>");
});

test("an uploaded picture is inserted into the text", async ({ page, say, server }) => {
  const { id, text } = await open(page, say, server, "<p>Before</p>");
  await page.keyboard.press("ControlOrMeta+End");
  await button(page, say("adminArticles:tools.picture")).click();
  const gallery = page.getByRole("dialog", { name: say("adminContent:picture.title") });
  await gallery.locator("button:has(img)").first().click();
  await expect(text.locator("img[src]")).toBeVisible();
  await save(page, say);
  expect(await articleText(server, id)).toMatch(/^<p>Before<img src="\/media\/[\w.-]+" alt="[^"]*"><\/p>$/);
});
