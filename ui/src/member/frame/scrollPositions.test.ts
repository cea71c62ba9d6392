import { beforeEach, describe, expect, it, vi } from "vitest";

type Places = typeof import("./scrollPositions");
let places: Places;

beforeEach(async () => {
  vi.resetModules();
  places = await import("./scrollPositions");
});

const LIST = '<ul><li><a href="/partner/1">One</a></li><li><a href="/partner/2">Two</a></li></ul>';

/** A screen as the frame shows it. */
function shown(inner: string): HTMLElement {
  document.body.innerHTML = `<div><header><h1>Title</h1></header><main>${inner}</main></div>`;
  const main = document.querySelector("main");
  if (!main) throw new Error("no main");
  return main;
}

const explorer = { key: "a", pathname: "/explorer" };
const partner = { key: "b", pathname: "/partner/2" };
const focused = () => document.activeElement?.textContent;

describe("a place in the history", () => {
  it("takes no focus when the app starts", () => {
    places.arrive(shown(LIST), explorer, true);
    expect(document.activeElement).toBe(document.body);
  });

  it("begins at the title, and is found again as it was left", () => {
    const list = shown(LIST);
    list.scrollTop = 640;
    list.dispatchEvent(new Event("scroll"));
    // The screen has grown by the bar, and reaches no further.
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

  it("is found when its content comes later, unless the member has gone on", async () => {
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

  it("is another at each visit of the same address", () => {
    const first = shown(LIST);
    first.scrollTop = 100;
    places.leave(first, explorer);
    places.leave(shown(""), partner);
    const anew = shown(LIST);
    places.arrive(anew, { ...explorer, key: "c" }, false);
    expect(anew.scrollTop).toBe(0);
  });

  it("leaves the focus with whatever took it already, and with the steps of one screen", () => {
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
