import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { press } from "./amount";
import { useBillKeys } from "./useBillKeys";

const award = vi.fn();

function Bill({ on = true }: { on?: boolean }) {
  const [bill, setBill] = useState("");
  useBillKeys(on, bill, (key) => setBill((before) => press(before, key)), setBill);
  return (
    <>
      <output>{bill}</output>
      <button type="button" onKeyDown={({ key }) => key === "Enter" && award()}>
        Award
      </button>
      <input aria-label="Receipt" />
    </>
  );
}

afterEach(() => {
  cleanup();
  award.mockClear();
});

let clock = 1_000;

/** Keys so many milliseconds apart, each drawn before the next one comes. */
function type(target: HTMLElement, keys: readonly string[], apart: number) {
  clock += 1_000;
  for (const key of keys) {
    clock += apart;
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, "timeStamp", { value: clock });
    act(() => void fireEvent(target, event));
  }
}

const bill = () => screen.getByRole("status").textContent;

it("a scan while the bill is open leaves the bill as it was, and presses no button", () => {
  render(<Bill />);
  type(document.body, ["1", "2", ".", "5"], 120);
  expect(bill()).toBe("12.5");
  for (const code of ["39GA7AFG", "12345678", "0001"]) {
    type(screen.getByRole("button"), [...code, "Enter"], 8);
    expect(bill(), code).toBe("12.5");
  }
  expect(award).not.toHaveBeenCalled();
  type(document.body, ["0"], 120);
  expect(bill()).toBe("12.50");
});

it("a person's keys count however fast two of them come, and a field keeps its own", () => {
  render(<Bill />);
  type(document.body, ["4", "2", "0"], 30);
  type(document.body, ["Backspace"], 30);
  expect(bill()).toBe("42");
  type(screen.getByRole("textbox"), [..."39174652"], 8);
  expect(bill()).toBe("42");
});

it("nothing is typed into the bill while another dialog has the keys", () => {
  render(<Bill on={false} />);
  type(document.body, ["4", "2"], 120);
  expect(bill()).toBe("");
});
