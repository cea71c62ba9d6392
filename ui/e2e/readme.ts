// Takes the pictures of the README in docs/pictures again: `npm --prefix ui run pictures`.
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { adminPaths } from "../src/admin/paths";
import type { Language } from "../src/i18n/language";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, OWNER, signIn, title } from "./support/admin";
import { button, heading, link, logIn } from "./support/app";
import { test } from "./support/fixtures";
import { redeem } from "./support/journey";
import { ALICE, BOB, newMember } from "./support/people";
import { wordsOf } from "./support/words";

// Twice the pixels, because the README shows the pictures at a smaller size.
test.use({ deviceScaleFactor: 2 });

const GAP = 16;
/** A paper colour that suits white and black pages. */
const GROUND = "#e9e1d1";

/** Places pictures side by side, each with that width and round corners, and saves them as one. */
async function lay(page: Page, shots: readonly Buffer[], width: number, name: string) {
  // A separate page, because the app's policy blocks such a picture.
  const table = await page.context().newPage();
  const base64 = await table.evaluate(
    async ({ all, each, gap, ground }) => {
      const bitmaps = await Promise.all(
        all.map(async (shot) => {
          const bytes = Uint8Array.from(atob(shot), (sign) => sign.charCodeAt(0));
          return createImageBitmap(new Blob([bytes], { type: "image/png" }));
        }),
      );
      const height = Math.max(...bitmaps.map((one) => Math.round((one.height * each) / one.width)));
      const canvas = new OffscreenCanvas(gap + all.length * (each + gap), height + 2 * gap);
      const drawing = canvas.getContext("2d");
      if (!drawing) throw new Error("no canvas");
      drawing.fillStyle = ground;
      drawing.fillRect(0, 0, canvas.width, canvas.height);
      drawing.imageSmoothingQuality = "high";
      bitmaps.forEach((one, place) => {
        drawing.save();
        drawing.beginPath();
        drawing.roundRect(gap + place * (each + gap), gap, each, height, 20);
        drawing.clip();
        drawing.drawImage(one, gap + place * (each + gap), gap, each, height);
        drawing.restore();
      });
      const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.9 });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    },
    { all: shots.map((shot) => shot.toString("base64")), each: width, gap: GAP, ground: GROUND },
  );
  await table.close();
  const place = fileURLToPath(new URL(`../../docs/pictures/${name}.webp`, import.meta.url));
  await writeFile(place, Buffer.from(base64, "base64"));
}

const shot = (page: Page) => page.screenshot({ animations: "disabled" });

// The admin app comes first, so that its figures are those of the demo alone.
test.describe("on a desktop", () => {
  test.use(ADMIN_WINDOW);

  test("the admin app", async ({ page, say }) => {
    await signIn(page, say, OWNER);
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    const dashboard = await shot(page);
    await page.goto(`${adminPaths.members}?q=${ALICE.email}`);
    await page.getByRole("table").getByRole("row").nth(1).getByRole("link").first().click();
    await title(page, "Mei Yi Chan").waitFor();
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    await lay(page, [dashboard, await shot(page)], 640, "desk");
  });
});

test("the app, on four phones in three languages", async ({ server, anotherPhone }) => {
  const phoneIn = async (language: Language, colorScheme: "light" | "dark" = "light") => {
    const phone = await anotherPhone({ deviceScaleFactor: 2, colorScheme });
    await phone.addInitScript((chosen) => localStorage.setItem("Language", chosen), language);
    return { phone, say: wordsOf(language) };
  };
  const home = async () => {
    const { phone, say } = await phoneIn("en");
    await logIn(phone, say, (await newMember(server, { points: 12_480 })).email);
    await heading(phone, say("home:activities")).waitFor();
    await phone.waitForLoadState("networkidle");
    return shot(phone);
  };
  const profile = async () => {
    const { phone, say } = await phoneIn("zhhk");
    await logIn(phone, say, ALICE.email);
    await phone.goto(paths.profile);
    await phone.getByRole("img", { name: say("profile:qr") }).waitFor();
    return shot(phone);
  };
  const coupon = async () => {
    const { phone, say } = await phoneIn("en");
    await logIn(phone, say, (await newMember(server, { points: 1_800 })).email);
    await redeem(phone, say, "Kapok tote bag 1,800 points");
    await link(phone, say("redeem:result.done.button")).click();
    await phone.getByRole("button", { name: "Kapok tote bag" }).click();
    await button(phone.getByRole("alertdialog"), say("rewards:open.open")).click();
    await phone.getByRole("timer").waitFor();
    return shot(phone);
  };
  const transfer = async () => {
    const { phone, say } = await phoneIn("zh", "dark");
    await logIn(phone, say, (await newMember(server, { points: 1_000 })).email);
    await phone.goto(paths.transfer);
    await phone.getByRole("textbox", { name: say("transfer:recipient") }).fill(BOB.email);
    await phone.getByRole("textbox", { name: say("transfer:amount") }).fill("350");
    await button(phone, say("transfer:review")).click();
    await button(phone, say("transfer:confirm")).click();
    await phone.getByText(say("transfer:transactionId")).waitFor();
    return shot(phone);
  };
  const shots = [await home(), await profile(), await coupon(), await transfer()];
  await lay(await anotherPhone(), shots, 300, "phones");
});
