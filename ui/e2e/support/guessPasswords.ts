import { expect, request } from "@playwright/test";
import type { Server } from "./server";

/** After this many failed sign-ins with different names the server requires a captcha for a day. */
const SUSPECTED = 15;

/** Guesses passwords from this browser's address until the server requires a captcha. */
export async function guessPasswords(server: Server) {
  const script = await request.newContext({ baseURL: server.url });
  let asks = false;
  const pair = (number: number) => ({
    userIdentifier: `nobody${number}@kapok.example`,
    userPassword: "Wrong-1",
  });
  for (let number = 0; number <= SUSPECTED && !asks; number += 1) {
    await expect
      .poll(
        async () => {
          const answer = await script.post("/api/auth/login", { data: pair(number) });
          asks = (await answer.json()).code === "captcha_required";
          return answer.status();
        },
        { timeout: 60_000, message: "the rate limit must allow the next guess" },
      )
      .not.toBe(429);
  }
  expect(asks, "the server requires a captcha").toBe(true);
  await script.dispose();
}
