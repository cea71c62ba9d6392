import { afterEach, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

it("the device lists a passkey under the programme's own name", async () => {
  document.title = "Green Harbour";
  const create = vi.fn(async () => null);
  vi.stubGlobal("navigator", { credentials: { create } });
  vi.stubGlobal("PublicKeyCredential", class {});
  const { makePasskey } = await import("./passkeys");
  await makePasskey({
    challenge: "AAAA",
    rpId: "points.example",
    userId: "AAAA",
    timeout: 1,
    credentialIds: [],
    account: "mei@example.hk",
    person: "Mei",
  });
  expect(create).toHaveBeenCalledWith({
    publicKey: expect.objectContaining({ rp: { id: "points.example", name: "Green Harbour" } }),
  });
});
