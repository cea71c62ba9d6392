import { afterEach, describe, expect, it, vi } from "vitest";
import { checkOwner, makeOwner, type Owner } from "./setup";

const owner: Owner = {
  name: " Ada Lam ",
  email: "ada@example.org ",
  password: "Correct-h0rse",
  confirm: "Correct-h0rse",
};

function answering(status: number, body: object) {
  const fetch = vi.fn(
    async (_url: string, _init: RequestInit) =>
      new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } }),
  );
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

afterEach(() => vi.unstubAllGlobals());

describe("the first owner", () => {
  it("needs a name, an e-mail address and the same strong password twice", () => {
    expect(checkOwner(owner)).toEqual({});
    expect(checkOwner({ name: " ", email: "", password: "weak", confirm: "" })).toEqual({
      name: "nameRequired",
      email: "emailRequired",
      password: "weakPassword",
      confirm: "passwordMismatch",
    });
    expect(checkOwner({ ...owner, email: "ada" }).email).toBe("invalidEmail");
  });

  it("is created with the token, without fields that only the form needs", async () => {
    const staff = { _id: "1", name: "Ada Lam", email: "ada@example.org", role: "owner" };
    const fetch = answering(201, { success: true, staff });
    expect(await makeOwner("secret", owner)).toEqual({ made: staff });
    expect(JSON.parse(String(fetch.mock.calls[0]?.[1].body))).toEqual({
      token: "secret",
      name: "Ada Lam",
      email: "ada@example.org",
      password: "Correct-h0rse",
    });
  });

  it("gets errors field by field, each for the value that was sent", async () => {
    answering(400, {
      code: "weak_password",
      message: "Too easy",
      errors: [{ field: "password", code: "weak_password", message: "Too easy" }],
    });
    expect(await makeOwner("secret", owner)).toEqual({
      failed: "refused",
      objections: [{ field: "password", value: "Correct-h0rse", said: "Too easy" }],
    });
  });

  it("learns of a closed link, a rate limit or a lost connection", async () => {
    answering(410, { code: "setup_closed", message: "closed" });
    expect(await makeOwner("secret", owner)).toEqual({ failed: "closed" });
    answering(429, { code: "too_many_requests", message: "Wait a minute" });
    expect(await makeOwner("secret", owner)).toEqual({ failed: "said", said: "Wait a minute" });
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no line")));
    expect(await makeOwner("secret", owner)).toEqual({ failed: "offline" });
  });
});
