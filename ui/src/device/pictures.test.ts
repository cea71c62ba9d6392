import { afterEach, expect, it, vi } from "vitest";
import { followPictures } from "./pictures";

/** An image on the page that the browser has finished with, loaded or broken. */
function picture({ broken }: { broken: boolean }) {
  const image = document.createElement("img");
  Object.defineProperties(image, { complete: { value: true }, naturalWidth: { value: 0 } });
  image.decode = () =>
    broken ? Promise.reject(new DOMException("broken", "EncodingError")) : Promise.resolve();
  document.body.append(image);
  return image;
}

afterEach(() => document.body.replaceChildren());

it("marks a failed image until it has loaded", () => {
  const image = picture({ broken: false });
  const stop = followPictures();
  image.dispatchEvent(new Event("error"));
  expect(image.dataset.lost).toBe("");
  image.dispatchEvent(new Event("load"));
  expect(image.dataset.lost).toBeUndefined();
  stop();
});

it("marks an image that failed before, and not an SVG without an intrinsic size", async () => {
  const broken = picture({ broken: true });
  const drawing = picture({ broken: false });
  const stop = followPictures();
  await vi.waitFor(() => expect(broken.dataset.lost).toBe(""));
  expect(drawing.dataset.lost).toBeUndefined();
  stop();
});
