import type { Page } from "@playwright/test";
import { generate } from "lean-qr";
import { paths } from "../src/shared/paths";
import { button, heading, logIn } from "./support/app";
import { audit } from "./support/audit";
import { drawn } from "./support/fit";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { ALICE, CAMPAIGN_CODE, newMember } from "./support/people";

declare global {
  interface Window {
    /** The calls of the page to its cameras, in order. */
    asked: string[];
  }
}

/** A picture with a QR code or without one, as from a phone's gallery. */
async function picture(page: Page, text?: string) {
  const code = text === undefined ? undefined : generate(text);
  const edge = 29 + 8;
  const dark = Array.from({ length: edge * edge }, (_, at) =>
    Boolean(code?.get((at % edge) - 4, Math.floor(at / edge) - 4)),
  );
  const base64 = await page.evaluate(
    async ({ cells, side }) => {
      const canvas = new OffscreenCanvas(side * 10, side * 10);
      const drawing = canvas.getContext("2d");
      if (!drawing) throw new Error("no canvas");
      drawing.fillStyle = "white";
      drawing.fillRect(0, 0, canvas.width, canvas.height);
      drawing.fillStyle = "black";
      cells.forEach((cell, at) => {
        if (cell) drawing.fillRect((at % side) * 10, Math.floor(at / side) * 10, 10, 10);
      });
      const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
      return btoa(String.fromCharCode(...bytes));
    },
    { cells: dark, side: edge },
  );
  return { name: "code.png", mimeType: "image/png", buffer: Buffer.from(base64, "base64") };
}

/** A camera that fails with that DOMException name. */
async function failCamera(page: Page, name: string) {
  await page.addInitScript((error) => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", error));
  }, name);
}

const FAILURES = [
  ["NotFoundError", "missing"],
  ["NotReadableError", "busy"],
  ["NotAllowedError", "denied"],
  ["UnknownError", "failed"],
] as const;

for (const [name, failure] of FAILURES)
  test(`a camera that is ${failure} has its own message, and a picture can be read instead`, async ({
    page,
    say,
    server,
  }) => {
    await failCamera(page, name);
    const member = await newMember(server);
    await logIn(page, say, member.email);
    await page.goto(paths.scan);
    await expect(heading(page, say(`scan:failures.${failure}.title`))).toBeVisible();
    await expect(page.getByRole("alert")).toContainText(say(`scan:failures.${failure}.text`));
    await audit(page, `a camera that is ${failure}`);
    await button(page, say("scan:retryCamera")).click();
    await expect(heading(page, say(`scan:failures.${failure}.title`))).toBeVisible();
    const input = page.locator("input[type=file]");
    await input.setInputFiles(await picture(page));
    await expect(page.getByText(say("scan:noCodeInPicture"))).toBeVisible();
    await input.setInputFiles({
      name: "notes.png",
      mimeType: "image/png",
      buffer: Buffer.from("no picture"),
    });
    await expect(page.getByText(say("scan:noCodeInPicture"))).toBeVisible();
    await input.setInputFiles(await picture(page, CAMPAIGN_CODE));
    await expect(heading(page, say("scan:success"))).toBeVisible();
  });

inOneLanguage("zh", () => {
  test("a page without TLS has no camera and offers no retry", async ({ page, say }) => {
    await page.addInitScript(() => Object.defineProperty(window, "isSecureContext", { value: false }));
    await logIn(page, say, ALICE.email);
    await page.goto(paths.scan);
    await expect(heading(page, say("scan:failures.insecure.title"))).toBeVisible();
    await expect(button(page, say("scan:retryCamera"))).toHaveCount(0);
    await audit(page, "a camera on a page without a lock");
  });
});

test("the torch and the second camera are offered if the device has them", async ({ page, say }) => {
  await page.addInitScript(() => {
    window.asked = [];
    const cameras = ["back", "front"];
    const camera = (id: string) => {
      const canvas = document.createElement("canvas");
      canvas.getContext("2d")?.fillRect(0, 0, 8, 8);
      const stream = canvas.captureStream(10);
      for (const track of stream.getVideoTracks()) {
        let torch = false;
        track.getSettings = () => Object.assign({ deviceId: id }, { torch });
        track.getCapabilities = () => Object.assign({ deviceId: id }, { torch: true });
        track.applyConstraints = async (wanted) => {
          const [set] = wanted?.advanced ?? [];
          torch = Boolean(set && Reflect.get(set, "torch"));
          window.asked.push(torch ? "light" : "no light");
        };
      }
      return stream;
    };
    navigator.mediaDevices.enumerateDevices = async () =>
      cameras.map((deviceId) => {
        const device = { deviceId, groupId: "", kind: "videoinput" as const, label: deviceId };
        return { ...device, toJSON: () => device };
      });
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const text = JSON.stringify(wanted);
      const id = text.includes('"front"') ? "front" : "back";
      window.asked.push(id);
      return camera(id);
    };
  });
  await logIn(page, say, ALICE.email);
  await page.goto(paths.scan);
  const asked = () => page.evaluate(() => window.asked);
  await button(page, say("scan:torchOn")).click();
  await expect(button(page, say("scan:torchOff"))).toBeVisible();
  expect(await asked()).toContain("light");
  await audit(page, "a scanner with a light");
  await button(page, say("scan:torchOff")).click();
  await expect(button(page, say("scan:torchOn"))).toBeVisible();
  await button(page, say("scan:otherCamera")).click();
  await expect.poll(async () => (await asked()).at(-1)).toBe("front");
});

/** Waits until the camera runs, or until it is stopped. */
async function expectCamera(page: Page, runs: boolean) {
  const live = () =>
    page.evaluate(() => {
      const stream = document.querySelector("video")?.srcObject;
      return stream instanceof MediaStream && stream.getTracks().some((track) => track.readyState === "live");
    });
  await expect.poll(live, "whether the camera runs").toBe(runs);
}

test("a picture is read without a camera, but not after the scanner is closed", async ({ page, say }) => {
  await logIn(page, say, ALICE.email);
  await page.goto(paths.transfer);
  await button(page, say("transfer:scan")).click();
  await expect(page.getByText(say("scan:hint"))).toBeVisible();
  // The test decides when the decoder finishes.
  await page.evaluate(() => {
    const make = window.createImageBitmap.bind(window);
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    window.addEventListener("go on", go);
    window.createImageBitmap = async (...given: [ImageBitmapSource]) => {
      await held;
      return make(...given);
    };
  });
  await page.locator("input[type=file]").setInputFiles(await picture(page, "late"));
  await expect(page.getByText(say("scan:readingPicture"))).toBeVisible();
  await expect(button(page, say("scan:picture")), "it stays where it is").toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await expectCamera(page, false);
  await button(page, say("close")).click();
  await page.evaluate(() => window.dispatchEvent(new Event("go on")));
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: say("transfer:recipient") })).toHaveValue("");
});

test("the scanner reports a camera that another app took in the background", async ({ page, say }) => {
  await logIn(page, say, ALICE.email);
  await page.goto(paths.scan);
  await expect(page.getByText(say("scan:hint"))).toBeVisible();
  await expectCamera(page, true);
  await page.evaluate(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    const taken = () => Promise.reject(new DOMException("no", "NotReadableError"));
    Object.assign(navigator.mediaDevices, { getUserMedia: taken });
    window.addEventListener("given back", () => {
      Object.assign(navigator.mediaDevices, { getUserMedia: ask });
    });
  });
  const see = async (hidden: boolean) => {
    await page.evaluate((out) => {
      Object.defineProperty(document, "hidden", { value: out, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
    // No browser hides and shows a page within one frame.
    await drawn(page);
  };
  await see(true);
  await expectCamera(page, false);
  await see(false);
  await expect(heading(page, say("scan:failures.busy.title"))).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("given back")));
  await see(true);
  await see(false);
  await expect(page.getByText(say("scan:hint"))).toBeVisible();
});
