import type { BrowserContext } from "@playwright/test";

/** The idempotency keys of the calls to a path, in order. */
export function keysSent(context: BrowserContext, path: string): readonly (string | undefined)[] {
  const keys: (string | undefined)[] = [];
  context.on("request", (request) => {
    if (request.url().endsWith(path)) keys.push(request.headers()["idempotency-key"]);
  });
  return keys;
}
