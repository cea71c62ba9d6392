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

it("reports the height that the keyboard covers while it is open", () => {
  const view = stub();
  const stop = followKeyboard();
  expect(told()).toBe("");
  view.change({ height: 500 });
  expect(told()).toBe("300px");
  // The browser has scrolled the visual viewport down to the field.
  view.change({ offsetTop: 120 }, "scroll");
  expect(told()).toBe("180px");
  view.change({ height: 800, offsetTop: 0 });
  expect(told()).toBe("0px");
  view.change({ height: 500 });
  stop?.();
  expect(told()).toBe("");
});

it("detects a keyboard that was open before", () => {
  const view = stub();
  view.change({ height: 500 });
  const stop = followKeyboard();
  expect(told()).toBe("300px");
  stop?.();
});

it("does not treat the browser's own bar or a zoomed page as a keyboard", () => {
  const view = stub();
  const stop = followKeyboard();
  view.change({ height: 744 });
  expect(told()).toBe("0px");
  view.change({ height: 400, scale: 2 });
  expect(told()).toBe("0px");
  stop?.();
});

it("scrolls the focused field into view", () => {
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
