import { beforeEach, expect, it, vi } from "vitest";
import { readCamera } from "./reader";

const did: string[] = [];
let camera = "back";

vi.mock("./camera", () => ({
  openCamera: async () => {
    did.push("on");
    return new MediaStream();
  },
  closeCamera: () => void did.push("off"),
}));
vi.mock("qr-scanner", () => ({
  default: class {
    static listCameras = async () => [{ id: "back" }, { id: "front" }];
    start = async () => {};
    hasFlash = async () => camera === "back";
    turnFlashOff = async () => void did.push("light off");
    setCamera = async (id: string) => {
      did.push(id);
      camera = id;
    };
    pause = async (): Promise<boolean> => Boolean(did.push("paused"));
    // The real scanner does the same.
    destroy = () => void this.pause();
  },
}));

beforeEach(() => {
  did.length = 0;
});

it("switches the light off before changing cameras, and checks the new camera for a torch", async () => {
  const reading = await readCamera(document.createElement("video"), () => {}, new AbortController().signal);
  expect(reading?.hasTorch).toBe(true);
  expect(await reading?.useCamera("front")).toBe(false);
  expect(did).toEqual(["on", "light off", "front"]);
  expect(await reading?.useCamera("back")).toBe(true);
});

it("stops a camera after the next paint, and before the next camera starts", async () => {
  const video = document.createElement("video");
  const gone = new AbortController();
  await readCamera(video, () => {}, gone.signal);
  gone.abort();
  expect(did).toEqual(["on"]);
  await readCamera(video, () => {}, new AbortController().signal);
  expect(did).toEqual(["on", "paused", "off", "on"]);
});

it("starts no camera for a reader that was closed while the previous camera stopped", async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  await readCamera(document.createElement("video"), () => {}, first.signal);
  first.abort();
  const reading = readCamera(document.createElement("video"), () => {}, second.signal);
  second.abort();
  expect(await reading).toBeUndefined();
  expect(did).toEqual(["on", "paused", "off"]);
});
