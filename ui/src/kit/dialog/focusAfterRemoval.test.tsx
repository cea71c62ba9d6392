import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { useFocusAfterLastPage, useFocusAfterRemoval } from "./focusAfterRemoval";

afterEach(() => document.body.replaceChildren());

function Rows({ more }: { more: (shown: number) => boolean }) {
  const [shown, setShown] = useState(2);
  const list = useFocusAfterLastPage<HTMLUListElement>(more(shown));
  return (
    <>
      <ul ref={list}>
        {Array.from({ length: shown }, (_, row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
      {more(shown) && (
        <button type="button" onClick={() => setShown(shown + 2)}>
          more
        </button>
      )}
    </>
  );
}

it("the focus moves to the first row that the last press loaded", async () => {
  render(<Rows more={(shown) => shown < 6} />);
  screen.getByRole("button").focus();
  await act(async () => fireEvent.click(screen.getByRole("button")));
  expect(document.activeElement).toBe(screen.getByRole("button"));
  await act(async () => fireEvent.click(screen.getByRole("button")));
  expect(document.activeElement).toBe(screen.getByText("4"));
});

function Things({ names }: { names: readonly string[] | undefined }) {
  const heading = useFocusAfterRemoval<HTMLHeadingElement>(names?.length);
  return (
    <>
      <h2 ref={heading}>things</h2>
      {names?.map((name) => (
        <button type="button" key={name}>
          {name}
        </button>
      ))}
    </>
  );
}

it("the heading gets the focus of a removed item, and of no other", () => {
  const { rerender } = render(<Things names={undefined} />);
  rerender(<Things names={["a", "b", "c"]} />);
  expect(document.activeElement).toBe(document.body);
  screen.getByText("a").focus();
  rerender(<Things names={["a", "b"]} />);
  expect(document.activeElement).toBe(screen.getByText("a"));
  rerender(<Things names={["b"]} />);
  expect(document.activeElement).toBe(screen.getByText("things"));
});
