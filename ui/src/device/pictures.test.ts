import { afterEach, expect, it, vi } from "vitest";
import { followPictures } from "./pictures";

/** A picture on the page, which the browser has come to an end with. */
function picture({ broken }: { broken: boolean }) {
  const image = document.createElement("img");
  Object.defineProperties(image, { complete: { value: true }, naturalWidth: { value: 0 } });
  image.decode = () =>
    broken ? Promise.reject(new DOMException("broken", "EncodingError")) : Promise.resolve();
  document.body.append(image);
  return image;
}

afterEach(() => document.body.replaceChildren());

it("marks what is lost while it looks, until it has come", () => {
  const image = picture({ broken: false });
  const stop = followPictures();
  image.dispatchEvent(new Event("error"));
  expect(image.dataset.lost).toBe("");
  image.dispatchEvent(new Event("load"));
  expect(image.dataset.lost).toBeUndefined();
  stop();
});

it("marks what was lost before, and not a drawing without a size of its own", async () => {
  const broken = picture({ broken: true });
  const drawing = picture({ broken: false });
  const stop = followPictures();
  await vi.waitFor(() => expect(broken.dataset.lost).toBe(""));
  expect(drawing.dataset.lost).toBeUndefined();
  stop();
});
