import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { crc32, deflateSync } from "node:zlib";
import { adminPaths, newPath } from "../src/admin/paths";
import { ADMIN_WINDOW, field, OPERATOR, signIn, title } from "./support/admin";
import { button, link } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";

test.use(ADMIN_WINDOW);

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A valid PNG of one colour that no other test uses. */
function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, randomBytes(3))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const file = (name: string, buffer: Buffer) => ({ name, mimeType: "image/png", buffer });

inOneLanguage("zh", (language) => {
  test("a picture is uploaded, cropped and described; other files are refused", async ({ page, say }) => {
    await signIn(page, say, OPERATOR, newPath(adminPaths.partners));
    await field(page, say("adminPartners:fields.name")).fill("Not created yet");
    const logo = page.getByRole("group", { name: say("adminPartners:fields.logo") });
    await button(logo, say("adminContent:picture.choose")).click();
    const dialog = page.getByRole("dialog");
    const input = dialog.locator("input[type=file]");
    await input.setInputFiles(file("notes.png", Buffer.from("not a picture")));
    await expect(dialog.getByRole("alert")).toContainText(say("adminContent:picture.notImage"));
    await input.setInputFiles(file("heavy.png", Buffer.alloc(5 * 1024 * 1024 + 1)));
    await expect(dialog.getByRole("alert")).toContainText(say("adminContent:picture.tooHeavy"));
    await input.setInputFiles(file("wide.png", png(4100, 2)));
    await expect(dialog.getByRole("alert")).toContainText("4100 × 2");
    await audit(page, "a picture that is none");

    await input.setInputFiles(file("sign.png", png(300, 200)));
    await expect(dialog.getByRole("img", { name: say("adminContent:picture.kept") })).toBeVisible();
    await dialog.getByRole("slider", { name: say("adminContent:picture.zoom") }).fill("2");
    await dialog.getByRole("slider", { name: say("adminContent:picture.across") }).fill("1");
    const words = { English: `Shop sign ${language}`, 简体中文: "招牌", "繁體中文（香港）": "招牌" };
    for (const [tongue, text] of Object.entries(words)) await field(page, tongue).fill(text);
    await audit(page, "cutting a picture");
    const answer = page.waitForResponse(/\/api\/admin\/uploads\?/);
    await button(dialog, say("adminContent:picture.use")).click();
    expect(await (await answer).json()).toMatchObject({
      width: 100,
      height: 100,
      alt: { en: words.English, zh: "招牌" },
    });
    await expect(dialog).toHaveCount(0);
    await expect(title(page, say("adminPartners:add"))).toBeVisible();
    await expect(logo.locator("img")).toHaveAttribute("src", /^\/media\//);

    await button(logo, say("adminContent:picture.replace")).click();
    const shown = language === "en" ? words.English : "招牌";
    await expect(dialog.getByRole("button", { name: shown, exact: true }).first()).toBeVisible();
    const list = page.waitForEvent("download");
    await link(dialog, say("admin:export")).click();
    expect(await readFile(await (await list).path(), "utf8")).toContain(`,${words.English},招牌,招牌,`);
  });
});
