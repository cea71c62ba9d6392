import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useScanner } from "./useScanner";

function Desk({ on = true, onText }: { on?: boolean; onText(text: string): void }) {
  useScanner(on, onText);
  return (
    <>
      <button type="button">Award</button>
      <input aria-label="Receipt" />
    </>
  );
}

afterEach(cleanup);

/** Types keys with `apart` milliseconds between them. */
function type(target: HTMLElement, keys: readonly string[], apart: number) {
  for (const [place, key] of keys.entries()) {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, "timeStamp", { value: 1_000 + place * apart });
    fireEvent(target, event);
  }
}

const SCAN = [..."39GA7AFG", "Enter"];

it("treats fast keys that end in Enter as a scan, regardless of the focus", () => {
  const heard = vi.fn();
  render(<Desk onText={heard} />);
  type(document.body, SCAN, 8);
  type(screen.getByRole("button"), ["Shift", ...SCAN.slice(0, -1), "Tab"], 8);
  expect(heard.mock.calls).toEqual([["39GA7AFG"], ["39GA7AFG"]]);
});

it("ignores slow typing, keys in a field, and input that is too short", () => {
  const heard = vi.fn();
  const { rerender } = render(<Desk onText={heard} />);
  type(document.body, SCAN, 90);
  type(screen.getByRole("textbox"), SCAN, 8);
  type(document.body, ["1", "2", "Enter"], 8);
  rerender(<Desk on={false} onText={heard} />);
  type(document.body, SCAN, 8);
  expect(heard).not.toHaveBeenCalled();
});
