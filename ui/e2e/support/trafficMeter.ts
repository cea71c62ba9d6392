import type { CDPSession, Page } from "@playwright/test";

/** Kinds of files, told apart by their addresses. */
const KINDS = ["js", "css", "api", "pictures", "other"] as const;
type Kind = (typeof KINDS)[number];

/** Requests and bytes of a screen. Bytes are those of the bodies as they were sent, mostly compressed. */
export type Traffic = Record<Kind, { requests: number; bytes: number }>;

const none = (): Traffic => ({
  js: { requests: 0, bytes: 0 },
  css: { requests: 0, bytes: 0 },
  api: { requests: 0, bytes: 0 },
  pictures: { requests: 0, bytes: 0 },
  other: { requests: 0, bytes: 0 },
});

function kindOf(path: string): Kind {
  if (path.startsWith("/api/")) return "api";
  if (path.endsWith(".js")) return "js";
  if (path.endsWith(".css")) return "css";
  return path.startsWith("/media/") || /\.(svg|png|jpg|webp|avif|ico)$/.test(path) ? "pictures" : "other";
}

interface Line {
  kind: Kind;
  path: string;
  headerBytes: number;
}

/** A screen counts as finished after this many turns in a row without a request. */
const QUIET_TURNS = 20;
/** A request that is under way for longer than this will not end. */
const PATIENCE_MS = 60_000;

/** Counts what one page requests from the network. What the browser has in its caches does not count. */
export class TrafficMeter {
  private readonly open = new Map<string, Line>();
  private taken = none();
  private asked = 0;
  private paths: string[] = [];

  private constructor(
    private readonly page: Page,
    session: CDPSession,
  ) {
    session.on("Network.requestWillBeSent", ({ requestId, request }) => {
      const { protocol, pathname } = new URL(request.url);
      // The stream of events stays open, and pictures in the page's code take no request.
      if (!protocol.startsWith("http") || pathname === "/api/events") return;
      this.asked += 1;
      const path = `${request.method} ${pathname}`;
      this.paths.push(path);
      this.open.set(requestId, { kind: kindOf(pathname), path, headerBytes: 0 });
    });
    session.on("Network.requestServedFromCache", ({ requestId }) => this.open.delete(requestId));
    session.on("Network.responseReceived", ({ requestId, response }) => {
      const line = this.open.get(requestId);
      if (!line) return;
      if (response.fromDiskCache || response.fromPrefetchCache) this.open.delete(requestId);
      else line.headerBytes = response.encodedDataLength;
    });
    const end = (requestId: string, bytes: number) => {
      const line = this.open.get(requestId);
      if (!line) return;
      this.open.delete(requestId);
      this.taken[line.kind].requests += 1;
      this.taken[line.kind].bytes += Math.max(0, bytes - line.headerBytes);
    };
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
      end(requestId, encodedDataLength),
    );
    session.on("Network.loadingFailed", ({ requestId }) => end(requestId, 0));
  }

  static async of(page: Page): Promise<TrafficMeter> {
    const session = await page.context().newCDPSession(page);
    const meter = new TrafficMeter(page, session);
    await session.send("Network.enable");
    return meter;
  }

  /**
   * Waits until the page has fetched all that it will, also what it fetches when it is idle, and returns the
   * traffic since the last call.
   */
  async take(): Promise<{ traffic: Traffic; paths: readonly string[] }> {
    const latest = Date.now() + PATIENCE_MS;
    for (let quiet = 0; quiet < QUIET_TURNS; ) {
      if (Date.now() > latest) {
        const open = [...this.open.values()].map(({ path }) => path);
        throw new Error(`the page does not come to rest; under way: ${open.join(", ") || "nothing"}`);
      }
      const before = this.asked;
      // The app does its idle work in turns of this kind, so a request that waits for one is sent by then.
      await this.page.evaluate(
        () => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve), { timeout: 5_000 })),
      );
      quiet = this.open.size === 0 && this.asked === before ? quiet + 1 : 0;
    }
    const { taken: traffic, paths } = this;
    this.taken = none();
    this.paths = [];
    return { traffic, paths };
  }
}

/** Bytes may differ by this share: answers hold ids and times, which compress differently each time. */
const TOLERANCE = 0.02;

/** Numbers that grew beyond the record, one sentence each. */
export function growth(screen: string, record: Traffic, found: Traffic): string[] {
  return KINDS.flatMap((kind) => {
    const before = record[kind];
    const now = found[kind];
    const requests = now.requests - before.requests;
    const bytes = now.bytes - before.bytes;
    return [
      ...(requests > 0
        ? [`${screen}: ${requests} more requests for ${kind} (${before.requests} recorded)`]
        : []),
      ...(bytes > Math.max(32, before.bytes * TOLERANCE)
        ? [`${screen}: ${bytes} more bytes of ${kind} (${before.bytes} recorded)`]
        : []),
    ];
  });
}
