import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useTillKeys } from "./useTillKeys";

const submit = vi.fn();
const back = vi.fn();
const other = vi.fn();

function Bill({ on = true, asked = false }: { on?: boolean; asked?: boolean }) {
  useTillKeys(on, { Enter: submit, Escape: back, F2: other });
  return (
    <>
      <button type="button">Change</button>
      <input aria-label="Receipt" />
      <form>
        <input aria-label="Member" />
      </form>
      <dialog open={asked} />
    </>
  );
}

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

let clock = 1_000;

/** Types keys with `apart` milliseconds between them; returns whether the browser may act on the last one. */
function type(target: HTMLElement, keys: readonly string[], apart: number): boolean {
  clock += 1_000;
  let isLeft = true;
  for (const key of keys) {
    clock += apart;
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, "timeStamp", { value: clock });
    isLeft = fireEvent(target, event);
  }
  return isLeft;
}

it("Enter by a person submits, from the page and from a field without a form", () => {
  render(<Bill />);
  type(document.body, ["4", "2", "Enter"], 120);
  type(screen.getByRole("textbox", { name: "Receipt" }), ["7", "Enter"], 120);
  expect(submit).toHaveBeenCalledTimes(2);
});

it("the Enter of a scanner neither submits nor presses a button, whatever the length of the code", () => {
  render(<Bill />);
  for (const code of ["39GA7AFG", "FG", "7"]) {
    type(document.body, [...code, "Enter"], 8);
    type(screen.getByRole("textbox", { name: "Receipt" }), [...code, "Enter"], 8);
    expect(type(screen.getByRole("button"), [...code, "Enter"], 8), code).toBe(false);
  }
  expect(submit).not.toHaveBeenCalled();
  expect(
    type(screen.getByRole("textbox", { name: "Member" }), ["3", "Enter"], 8),
    "a form sends a scan",
  ).toBe(true);
});

it("Enter on a button or in a form is left to the browser", () => {
  render(<Bill />);
  expect(type(screen.getByRole("button"), ["Enter"], 120)).toBe(true);
  expect(type(screen.getByRole("textbox", { name: "Member" }), ["Enter"], 120)).toBe(true);
  expect(submit).not.toHaveBeenCalled();
});

it("Esc goes back and F2 is the other desk, also in a field, but not below a dialog", () => {
  const { rerender } = render(<Bill />);
  type(screen.getByRole("textbox", { name: "Member" }), ["Escape", "F2"], 120);
  expect([back.mock.calls.length, other.mock.calls.length]).toEqual([1, 1]);
  rerender(<Bill asked />);
  type(document.body, ["Escape", "F2", "Enter"], 120);
  rerender(<Bill on={false} />);
  type(document.body, ["Escape", "F2", "Enter"], 120);
  expect([back.mock.calls.length, other.mock.calls.length, submit.mock.calls.length]).toEqual([1, 1, 0]);
});
