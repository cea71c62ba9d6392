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

it("an invalid push message is shown under the programme's own name", async () => {
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

it("an invalid push message is shown under the default name when the manifest is unavailable", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("cut");
  });
  await pushed(() => null);
  expect(showNotification).toHaveBeenLastCalledWith("Kapok", expect.anything());
});

it("a tapped notification opens its screen with its query, and never another site or the desk", async () => {
  const openWindow = vi.fn(async () => {});
  Object.assign(self, { clients: { matchAll: async () => [], openWindow } });
  const tap = async (data: unknown) => {
    let work: Promise<unknown> = Promise.resolve();
    const event = {
      notification: { close: () => {}, data },
      waitUntil: (told: Promise<unknown>) => (work = told),
    };
    listeners.get("notificationclick")?.(event as unknown as Heard);
    await work;
  };
  for (const [told, opened] of [
    ["/redeem?item=019a", "/redeem?item=019a"],
    ["/article/019b", "/article/019b"],
    ["https://elsewhere.example/redeem?item=1", "/notifications"],
    ["/admin/items?item=1", "/notifications"],
  ]) {
    await tap(told);
    expect(openWindow).toHaveBeenLastCalledWith(opened);
  }
});

it("responses are returned even if the device's storage is full", async () => {
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

it("files are cached one at a time, and a retry continues after a network error", async () => {
  vi.stubGlobal("__HELD__", ["/assets/a.js", "/assets/b.js", "/assets/c.js"]);
  const held = new Map<string, Response>();
  const asked: string[] = [];
  let cut = "/assets/b.js";
  let atOnce = 0;
  vi.stubGlobal("caches", {
    open: async () => ({
      match: async (address: string) => held.get(address),
      put: async (address: string, answer: Response) => void held.set(address, answer),
      add: async (address: string) => {
        asked.push(address);
        expect(++atOnce).toBe(1);
        await Promise.resolve();
        atOnce -= 1;
        if (address === cut) throw new TypeError("cut");
        held.set(address, new Response());
      },
    }),
  });
  vi.stubGlobal(
    "fetch",
    async () =>
      new Response('<script src="/assets/a.js"></script>', { headers: { "Content-Type": "text/html" } }),
  );
  vi.stubGlobal("Request", class {});
  const install = () =>
    new Promise((resolve, reject) =>
      listeners.get("install")?.({ waitUntil: (work) => void work.then(resolve, reject) }),
    );
  await expect(install()).rejects.toThrow("cut");
  cut = "";
  await install();
  expect(asked).toEqual(["/assets/a.js", "/assets/b.js", "/assets/b.js", "/assets/c.js"]);
  expect([...held.keys()]).toContain("/index.html");
});
