import { paths } from "../src/shared/paths";
import { button, heading, link, logIn } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { redeem } from "./support/journey";
import { BOB, newMember } from "./support/people";

declare global {
  interface Window {
    /** The calls of the page to its device, in order. */
    done: string[];
  }
}

const TREE = { en: "Plant one native tree", zh: "种一棵本地树", zhhk: "種一棵原生樹" };
const BOOKS = "HK$30 second-hand books";

inOneLanguage("zhhk", (language) => {
  test("the member chooses one of two announced wallets", async ({ page, say, server }) => {
    await page.addInitScript(() => {
      const addresses = {
        Heron: "0x52908400098527886E0F7030069857D2E4169EE7",
        Egret: "0xde709f2102306220921060314715629080e2fb77",
      };
      const announce = () => {
        for (const [name, address] of Object.entries(addresses)) {
          const info = { uuid: name, name, icon: "", rdns: `example.${name}` };
          const provider = { request: async () => [address] };
          const detail = Object.freeze({ info, provider });
          window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
        }
        // A provider without its info is ignored.
        window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: { info: null } }));
      };
      window.addEventListener("eip6963:requestProvider", announce);
      // The old `window.ethereum` counts only if no wallet announces itself.
      Object.assign(window, { ethereum: { request: async () => [] } });
    });
    const member = await newMember(server, { points: 3_000 });
    await logIn(page, say, member.email);
    await page.goto(paths.redeem);
    await button(page, `${TREE[language]} 3,000 ${say("pointsWord")}`).click();
    const sheet = page.getByRole("dialog");
    await button(sheet, say("redeem:connect")).click();
    await expect(sheet.getByText(say("redeem:whichWallet"))).toBeVisible();
    await expect(button(sheet, "Heron")).toBeVisible();
    await audit(page, "a choice of wallets");
    await button(sheet, "Egret").click();
    await expect(sheet.getByText("0xde70 9f…80e2 fb77")).toBeVisible();
    await expect(button(sheet, "Heron")).toHaveCount(0);
    await expect(button(sheet, say("redeem:redeem"))).toBeVisible();
  });
});

test("the screen stays on only while a coupon is shown", async ({ page, say, server }) => {
  await page.addInitScript(() => {
    window.done = [];
    const request = async (kind: string) => {
      window.done.push(`lit ${kind}`);
      const release = async () => void window.done.push("let go");
      return Object.assign(new EventTarget(), { released: false, type: kind, release });
    };
    Object.defineProperty(navigator, "wakeLock", { value: { request } });
  });
  const member = await newMember(server, { points: 800 });
  await logIn(page, say, member.email);
  await redeem(page, say, `${BOOKS} 800 points`);
  await link(page, say("redeem:result.done.button")).click();
  await page.getByRole("button", { name: BOOKS }).click();
  const done = () => page.evaluate(() => window.done);
  expect(await done()).toEqual([]);
  await button(page, say("rewards:open.open")).click();
  await expect(page.getByRole("timer")).toBeVisible();
  await expect.poll(done).toEqual(["lit screen"]);
  // Browsers release the wake lock of a hidden page and do not restore it.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(done).toEqual(["lit screen", "lit screen"]);
  await button(page, say("close")).click();
  await button(page.getByRole("alertdialog"), say("rewards:leave.leave")).click();
  await expect(page.getByRole("timer")).toHaveCount(0);
  await expect.poll(async () => (await done()).at(-1)).toBe("let go");
});

test("a receipt is shared with the device's share sheet, or copied", async ({ page, say, server }) => {
  await page.addInitScript(() => {
    window.done = [];
    const share = async ({ text }: ShareData) => {
      window.done.push(`shared ${text}`);
      // First cancelled, then refused as in a frame, then accepted.
      const errors = ["AbortError", "NotAllowedError"];
      const error = errors[window.done.length - 1];
      if (error) throw new DOMException("no", error);
    };
    Object.defineProperty(navigator, "share", { value: share });
    const writeText = async (text: string) => void window.done.push(`copied ${text}`);
    Object.defineProperty(navigator, "clipboard", { value: { writeText } });
  });
  const member = await newMember(server, { points: 5 });
  await logIn(page, say, member.email);
  await page.goto(paths.transfer);
  await page.getByRole("textbox", { name: say("transfer:recipient") }).fill(BOB.email);
  await page.getByRole("textbox", { name: say("transfer:amount") }).fill("2");
  await button(page, say("transfer:review")).click();
  await button(page, say("transfer:confirm")).click();
  await expect(heading(page, say("transfer:sent", { count: 2, amount: "2" }))).toBeVisible();
  const done = () => page.evaluate(() => window.done.map((action) => action.split(" ")[0]));
  const share = button(page, say("transfer:share"));
  await share.click();
  await expect.poll(done).toEqual(["shared"]);
  await expect(page.getByText(say("transfer:receiptCopied"))).toHaveCount(0);
  await share.click();
  await expect(page.getByText(say("transfer:receiptCopied"))).toBeVisible();
  expect(await done()).toEqual(["shared", "shared", "copied"]);
  expect(await page.evaluate(() => window.done[2])).toContain(BOB.email);
});
