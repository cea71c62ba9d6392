import { expect, request } from "@playwright/test";
import type { Server } from "./server";

/** Wrong sign-ins with as many different names make the server ask for a person, for a day. */
const SUSPECTED = 15;

/** A script that guesses, from the address that this browser has, until the server asks for a person. */
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
        { timeout: 60_000, message: "its turn" },
      )
      .not.toBe(429);
  }
  expect(asks, "the server asks for a person").toBe(true);
  await script.dispose();
}
