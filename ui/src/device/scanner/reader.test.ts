import { expect, it, vi } from "vitest";
import { readCamera } from "./reader";

const did: string[] = [];
let camera = "back";

vi.mock("./camera", () => ({ openCamera: async () => new MediaStream(), closeCamera: () => {} }));
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
    pause = async () => true;
    destroy = () => {};
  },
}));

it("another camera is taken with the light off, and asked for a torch of its own", async () => {
  const reading = await readCamera(document.createElement("video"), () => {}, new AbortController().signal);
  expect(reading?.hasTorch).toBe(true);
  expect(await reading?.useCamera("front")).toBe(false);
  expect(did).toEqual(["light off", "front"]);
  expect(await reading?.useCamera("back")).toBe(true);
});
