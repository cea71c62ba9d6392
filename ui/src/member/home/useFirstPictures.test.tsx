import { render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Article } from "./articles";
import { useFirstPictures } from "./useFirstPictures";

const asked: string[] = [];
beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal(
    "Image",
    class {
      set src(address: string) {
        asked.push(address);
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

const list = (name: string) =>
  ["1", "2", "3"].map((place) => ({ coverImg: { en: `${name}${place}` } }) as unknown as Article);

function Ahead({ wanted, activities }: { wanted: boolean; activities?: Article[] | undefined }) {
  useFirstPictures(wanted, list("news"), activities);
  return null;
}

it("preloads the pictures in view, each once, when their lists arrive", () => {
  const { rerender } = render(<Ahead wanted />);
  expect(asked).toEqual(["news1", "news2"]);
  rerender(<Ahead wanted activities={list("activity")} />);
  expect(asked).toEqual(["news1", "news2", "activity1", "activity2"]);
});

it("preloads nothing once the cards are rendered", () => {
  render(<Ahead wanted={false} activities={list("activity")} />);
  expect(asked).toEqual([]);
});
