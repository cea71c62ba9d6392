import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { press } from "./amount";
import { useBillKeys } from "./useBillKeys";

const award = vi.fn();

function Bill({ on = true, asked = false }: { on?: boolean; asked?: boolean }) {
  const [bill, setBill] = useState("");
  useBillKeys(on, bill, (key) => setBill((before) => press(before, key)), setBill);
  return (
    <>
      <output>{bill}</output>
      <button type="button" onKeyDown={({ key }) => key === "Enter" && award()}>
        Award
      </button>
      <input aria-label="Receipt" />
      <dialog open={asked} />
    </>
  );
}

afterEach(() => {
  cleanup();
  award.mockClear();
});

let clock = 1_000;

/** Types keys with `apart` milliseconds between them and renders after each. */
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

it("a scan while the bill is open does not change the bill or press a button", () => {
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

it("fast typing by a person counts, and keys in a field stay in the field", () => {
  render(<Bill />);
  type(document.body, ["4", "2", "0"], 30);
  type(document.body, ["Backspace"], 30);
  expect(bill()).toBe("42");
  type(screen.getByRole("textbox"), [..."39174652"], 8);
  expect(bill()).toBe("42");
});

it("keys do not reach the bill while another dialog has the focus", () => {
  const { rerender } = render(<Bill on={false} />);
  type(document.body, ["4", "2"], 120);
  rerender(<Bill asked />);
  type(document.body, ["4", "2"], 120);
  expect(bill()).toBe("");
});
