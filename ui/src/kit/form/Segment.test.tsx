import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Tabs } from "./Segment";

afterEach(cleanup);

it.each([
  ["likes", [-1, 0]],
  ["a stored choice without a tab", [0, -1]],
])("one of the tabs is reachable by keyboard with %s chosen", (chosen, reached) => {
  const options = ["coupons", "likes"].map((value) => ({ value, label: value }));
  render(
    <Tabs label="Saved" options={options} chosen={chosen} onChoose={() => {}}>
      panel
    </Tabs>,
  );
  expect(screen.getAllByRole("tab").map(({ tabIndex }) => tabIndex)).toEqual(reached);
});
