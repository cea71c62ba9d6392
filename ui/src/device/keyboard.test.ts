import { afterEach, expect, it, vi } from "vitest";
import { followKeyboard } from "./keyboard";

afterEach(() => vi.unstubAllGlobals());

const told = () => document.documentElement.style.getPropertyValue("--k-keyboard");

class View extends EventTarget {
  height = 800;
  offsetTop = 0;
  scale = 1;
  change(to: Partial<Pick<View, "height" | "offsetTop" | "scale">>, event = "resize") {
    Object.assign(this, to);
    this.dispatchEvent(new Event(event));
  }
}

function stub() {
  const view = new View();
  vi.stubGlobal("innerHeight", 800);
  vi.stubGlobal("visualViewport", view);
  return view;
}

it("tells what the keyboard covers, for as long as it is there", () => {
  const view = stub();
  const stop = followKeyboard();
  expect(told()).toBe("");
  view.change({ height: 500 });
  expect(told()).toBe("300px");
  // The browser has moved what is seen down to the field.
  view.change({ offsetTop: 120 }, "scroll");
  expect(told()).toBe("180px");
  view.change({ height: 800, offsetTop: 0 });
  expect(told()).toBe("0px");
  view.change({ height: 500 });
  stop?.();
  expect(told()).toBe("");
});

it("finds one that was there before", () => {
  const view = stub();
  view.change({ height: 500 });
  const stop = followKeyboard();
  expect(told()).toBe("300px");
  stop?.();
});

it("takes neither a browser's own bar nor an enlarged page for a keyboard", () => {
  const view = stub();
  const stop = followKeyboard();
  view.change({ height: 744 });
  expect(told()).toBe("0px");
  view.change({ height: 400, scale: 2 });
  expect(told()).toBe("0px");
  stop?.();
});

it("keeps what is being filled in in sight", () => {
  const view = stub();
  const stop = followKeyboard();
  const field = document.createElement("input");
  document.body.append(field);
  field.focus();
  const scrolled = vi.fn();
  field.scrollIntoView = scrolled;
  view.change({ height: 500 });
  expect(scrolled).toHaveBeenCalledTimes(1);
  view.change({ height: 800 });
  expect(scrolled).toHaveBeenCalledTimes(1);
  field.remove();
  stop?.();
});
