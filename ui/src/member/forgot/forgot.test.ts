import { afterEach, expect, it, vi } from "vitest";
import { resetByPhone } from "./forgot";

afterEach(() => vi.unstubAllGlobals());

const answering = (status: number, problem: object) =>
  vi.stubGlobal("fetch", async () => Response.json(problem, { status }));
const reset = () => resetByPhone("61234567", "Peak-tram-1888");

it("an accepted code that expired leads back to the number", async () => {
  answering(400, { code: "invalid_reset_token", message: "This reset link is no longer valid" });
  expect(await reset()).toEqual({ at: "phone", key: "over" });
  answering(400, { code: "invalid_otp", message: "Wrong code" });
  expect(await reset()).toMatchObject({ at: "phone", said: "Wrong code", code: "invalid_otp" });
});

it("other password errors are shown in the server's words", async () => {
  const errors = [{ field: "newPassword", code: "password_too_long", message: "At most 128 characters" }];
  answering(400, { code: "password_too_long", message: "Check what you entered", errors });
  expect(await reset()).toMatchObject({
    at: "form",
    said: "At most 128 characters",
    code: "password_too_long",
  });
  answering(503, { code: "unavailable", message: "Down" });
  expect(await reset()).toEqual({ at: "form", key: "failed" });
});
