import { afterAll, beforeAll, expect, it, vi } from "vitest";

interface Heard {
  data?: unknown;
  request?: Request;
  waitUntil(work: Promise<unknown>): void;
  respondWith?(answer: Promise<Response>): void;
}
type Listener = (event: Heard) => void;
const listeners = new Map<string, Listener>();
const showNotification = vi.fn(async () => {});

beforeAll(async () => {
  vi.stubGlobal("__VERSION__", "test");
  vi.stubGlobal("__HELD__", []);
  vi.stubGlobal("self", {
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    registration: { showNotification },
    location: new URL("https://points.example.hk/sw.js"),
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

it("where the device has no room left, what came over the line is given all the same", async () => {
  const full = async () => {
    throw new DOMException("no room", "QuotaExceededError");
  };
  vi.stubGlobal("caches", {
    open: async () => ({ match: async () => undefined, put: full }),
    match: async () => undefined,
  });
  const asked = (request: Request) =>
    new Promise<Response>((resolve, reject) =>
      listeners.get("fetch")?.({
        request,
        waitUntil: () => {},
        respondWith: (answer) => void answer.then(resolve, reject),
      }),
    );
  vi.stubGlobal("fetch", async () => new Response("export {}"));
  const chunk = new Request("https://points.example.hk/assets/home-1.js");
  expect(await (await asked(chunk)).text()).toBe("export {}");
  vi.stubGlobal("fetch", async () => new Response("<p>", { headers: { "Content-Type": "text/html" } }));
  const page = new Request("https://points.example.hk/points");
  Object.defineProperty(page, "mode", { value: "navigate" });
  expect(await (await asked(page)).text()).toBe("<p>");
});
