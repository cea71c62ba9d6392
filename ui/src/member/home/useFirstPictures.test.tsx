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

it("asks for the pictures that come into view first, each once, as their lists come", () => {
  const { rerender } = render(<Ahead wanted />);
  expect(asked).toEqual(["news1", "news2"]);
  rerender(<Ahead wanted activities={list("activity")} />);
  expect(asked).toEqual(["news1", "news2", "activity1", "activity2"]);
});

it("asks for none where the cards themselves do", () => {
  render(<Ahead wanted={false} activities={list("activity")} />);
  expect(asked).toEqual([]);
});
