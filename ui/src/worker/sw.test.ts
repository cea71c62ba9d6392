import { afterAll, beforeAll, expect, it, vi } from "vitest";

type Listener = (event: { data: unknown; waitUntil(work: Promise<unknown>): void }) => void;
const listeners = new Map<string, Listener>();
const showNotification = vi.fn(async () => {});

beforeAll(async () => {
  vi.stubGlobal("__VERSION__", "test");
  vi.stubGlobal("__HELD__", []);
  vi.stubGlobal("self", {
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    registration: { showNotification },
  });
  await import("./sw");
});
afterAll(() => vi.unstubAllGlobals());

async function pushed(told: () => unknown) {
  let work: Promise<unknown> = Promise.resolve();
  listeners.get("push")?.({
    data: { json: told },
    waitUntil: (promise) => {
      work = promise;
    },
  });
  await work;
}

it("what comes garbled is shown under the programme's own name", async () => {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ short_name: "Green Harbour" })));
  await pushed(() => {
    throw new SyntaxError();
  });
  expect(showNotification).toHaveBeenLastCalledWith(
    "Green Harbour",
    expect.objectContaining({ tag: "news" }),
  );
  await pushed(() => ({ id: "x", title: "Points came in" }));
  expect(showNotification).toHaveBeenLastCalledWith("Points came in", expect.objectContaining({ tag: "x" }));
});

it("and is shown all the same where the name is out of reach", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("cut");
  });
  await pushed(() => null);
  expect(showNotification).toHaveBeenLastCalledWith("Kapok", expect.anything());
});
