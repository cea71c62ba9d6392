import type { BrowserContext, ConsoleMessage } from "@playwright/test";

interface Expected {
  status: number;
  path: string;
}

// How a visitor is told apart from a member: the app asks, and no is an answer. The browser logs each
// such answer as an error, whatever the page makes of it.
const ALWAYS: readonly Expected[] = [
  { status: 401, path: "/api/auth/checkAuthToken" },
  { status: 401, path: "/api/auth/refresh" },
  // The stream ends with its session, and the browser asks once more.
  { status: 401, path: "/api/events" },
];

/** Listens to what pages complain about, and to whom they speak. */
export class Watch {
  private readonly problems: string[] = [];
  private readonly expected: Expected[] = [...ALWAYS];
  private lineCut = false;
  private blocked = false;
  private crashed = false;
  private guest: string | undefined;

  /** The test provokes this answer; everything else that the browser logs still counts. */
  expectStatus(status: number, path: string) {
    this.expected.push({ status, path });
  }

  /** The test cuts the line itself. */
  expectCutLine() {
    this.lineCut = true;
  }

  /** The test brings along what the page's policy is there to block; what gets through still counts. */
  expectBlocked() {
    this.blocked = true;
  }

  /** The test has the app run into what it does not expect, which it tells under a number. */
  expectCrash() {
    this.crashed = true;
  }

  /** The settings chose this host's widget, and the test stands in for it. */
  expectGuest(origin: string) {
    this.guest = origin;
  }

  async listen(context: BrowserContext, origin: string) {
    context.on("console", (message) => {
      if (message.type() === "error" && !this.isExpected(message))
        this.problems.push(`console: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) => this.problems.push(`uncaught: ${error.error()}`));
    context.on("request", (request) => {
      const url = new URL(request.url());
      if (/^https?:$/.test(url.protocol) && url.origin !== origin && url.origin !== this.guest)
        this.problems.push(`request to another host: ${url.origin}`);
    });
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) => {
        console.error(`policy: ${violatedDirective} ${blockedURI} ${sample}`);
      });
    });
  }

  private isExpected(message: ConsoleMessage): boolean {
    const text = message.text();
    // The browser looks for a newer service worker when it likes, also while the line is cut.
    if (this.lineCut && text === "An unknown error occurred when fetching the script.") return true;
    if (this.crashed && /^error [0-9A-Z]+ /.test(text)) return true;
    if (this.blocked && /^policy: |violates the following Content Security Policy/.test(text)) return true;
    if (!text.startsWith("Failed to load resource")) return false;
    // The second is what a service worker makes of the first.
    if (this.lineCut && /net::ERR_(INTERNET_DISCONNECTED|FAILED)/.test(text)) return true;
    const { url } = message.location();
    const path = URL.canParse(url) ? new URL(url).pathname : "";
    return this.expected.some(
      (one) => text.includes(`status of ${one.status} `) && path.startsWith(one.path),
    );
  }

  /** Everything that was not expected. */
  found(): readonly string[] {
    return this.problems;
  }
}
