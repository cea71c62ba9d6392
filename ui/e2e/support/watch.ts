import type { BrowserContext, ConsoleMessage, Page } from "@playwright/test";

interface Expected {
  status: number;
  path: string;
}

// The app asks whether the visitor is a member, and a refusal is a valid answer. The browser logs each such
// answer as an error.
const ALWAYS: readonly Expected[] = [
  { status: 401, path: "/api/auth/checkAuthToken" },
  { status: 401, path: "/api/auth/refresh" },
  // The stream ends with its session, and the browser reconnects once.
  { status: 401, path: "/api/events" },
];

const WATCHES = new WeakMap<BrowserContext, Watch>();

/** The watch of the page's context, for a helper that causes an expected error. */
export function watchOf(page: Page): Watch {
  const watch = WATCHES.get(page.context());
  if (watch === undefined) throw new Error("No watch listens to this page.");
  return watch;
}

/** Collects console errors of pages and the hosts that they contact. */
export class Watch {
  private readonly problems: string[] = [];
  private readonly expected: Expected[] = [...ALWAYS];
  private lineCut = false;
  private blocked = false;
  private crashed = false;
  private guest: string | undefined;

  /** Allows this status of a path; all other errors still count. */
  expectStatus(status: number, path: string) {
    this.expected.push({ status, path });
  }

  /** Allows network errors, because the test goes offline. */
  expectCutLine() {
    this.lineCut = true;
  }

  /** Allows blocked content, because the test adds it; content that gets through still counts. */
  expectBlocked() {
    this.blocked = true;
  }

  /** Allows a crash of the app, which it logs with an error number. */
  expectCrash() {
    this.crashed = true;
  }

  /** Allows this captcha host, which the test replaces. */
  expectGuest(origin: string) {
    this.guest = origin;
  }

  async listen(context: BrowserContext, origin: string) {
    WATCHES.set(context, this);
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
    // The browser may look for a newer service worker at any time, also offline.
    if (this.lineCut && text === "An unknown error occurred when fetching the script.") return true;
    if (this.crashed && /^error [0-9A-Z]+ /.test(text)) return true;
    if (this.blocked && /^policy: |violates the following Content Security Policy/.test(text)) return true;
    if (!text.startsWith("Failed to load resource")) return false;
    // The service worker turns the first error into the second.
    if (this.lineCut && /net::ERR_(INTERNET_DISCONNECTED|FAILED)/.test(text)) return true;
    const { url } = message.location();
    const path = URL.canParse(url) ? new URL(url).pathname : "";
    return this.expected.some(
      (one) => text.includes(`status of ${one.status} `) && path.startsWith(one.path),
    );
  }

  /** All unexpected findings. */
  found(): readonly string[] {
    return this.problems;
  }
}
