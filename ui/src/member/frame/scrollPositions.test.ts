import { beforeEach, describe, expect, it, vi } from "vitest";

type Places = typeof import("./scrollPositions");
let places: Places;

beforeEach(async () => {
  vi.resetModules();
  places = await import("./scrollPositions");
});

const LIST = '<ul><li><a href="/partner/1">One</a></li><li><a href="/partner/2">Two</a></li></ul>';

/** A screen as the frame renders it. */
function shown(inner: string): HTMLElement {
  document.body.innerHTML = `<div><header><h1>Title</h1></header><main>${inner}</main></div>`;
  const main = document.querySelector("main");
  if (!main) throw new Error("no main");
  return main;
}

const explorer = { key: "a", pathname: "/explorer" };
const partner = { key: "b", pathname: "/partner/2" };
const focused = () => document.activeElement?.textContent;

describe("a screen in the history", () => {
  it("takes no focus when the app starts", () => {
    places.arrive(shown(LIST), explorer, true);
    expect(document.activeElement).toBe(document.body);
  });

  it("starts at the title, and is restored as it was left", () => {
    const list = shown(LIST);
    list.scrollTop = 640;
    list.dispatchEvent(new Event("scroll"));
    // The screen grew when the bar disappeared, so it scrolls less far.
    list.scrollTop = 564;
    const rail = list.querySelector("ul");
    if (rail) rail.scrollLeft = 120;
    list.querySelectorAll("a")[1]?.focus();
    places.leave(list, explorer);

    const detail = shown("<p>Two</p>");
    detail.scrollTop = 5;
    places.arrive(detail, partner, false);
    expect([detail.scrollTop, focused()]).toEqual([0, "Title"]);
    places.leave(detail, partner);

    const again = shown(LIST);
    places.arrive(again, explorer, true);
    expect([again.scrollTop, again.querySelector("ul")?.scrollLeft, focused()]).toEqual([640, 120, "Two"]);
  });

  it("is restored when its content loads later, unless the member has moved on", async () => {
    for (const gone of [false, true]) {
      const list = shown(LIST);
      list.querySelectorAll("a")[1]?.focus();
      list.scrollTop = 300;
      places.leave(list, explorer);
      places.leave(shown(""), partner);
      const again = shown("<p>soon</p>");
      places.arrive(again, explorer, true);
      if (gone) {
        again.dispatchEvent(new Event("wheel"));
        again.scrollTop = 10;
      }
      const changed = new Promise((told) => {
        new MutationObserver(told).observe(again, { childList: true });
      });
      again.innerHTML = LIST;
      await changed;
      expect([again.scrollTop, focused()]).toEqual(gone ? [10, "Title"] : [300, "Two"]);
    }
  });

  it("has its own position for each visit of the same address", () => {
    const first = shown(LIST);
    first.scrollTop = 100;
    places.leave(first, explorer);
    places.leave(shown(""), partner);
    const anew = shown(LIST);
    places.arrive(anew, { ...explorer, key: "c" }, false);
    expect(anew.scrollTop).toBe(0);
  });

  it("does not move a focus that is already set, nor between the steps of one screen", () => {
    places.leave(shown(""), partner);
    const form = shown('<input aria-label="Code">');
    form.querySelector("input")?.focus();
    places.arrive(form, explorer, false);
    expect(document.activeElement?.tagName).toBe("INPUT");
    places.leave(form, explorer);
    const step = shown("<p>next</p>");
    places.arrive(step, { key: "d", pathname: "/explorer" }, false);
    expect(document.activeElement).toBe(document.body);
  });
});
