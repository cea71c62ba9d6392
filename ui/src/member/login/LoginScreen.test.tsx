import { act, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import { LoginScreen } from "./LoginScreen";
import { loginByPasskey, offerPasskeys } from "./passkeyLogin";

vi.mock("./passkeyLogin", () => ({
  offerPasskeys: vi.fn(() => new Promise(() => {})),
  loginByPasskey: vi.fn(async () => ({ key: "biometricUnavailable" })),
}));

it("passkeys are offered at the field again after the passkey button failed", async () => {
  render(
    <MemoryRouter>
      <LoginScreen />
    </MemoryRouter>,
  );
  await vi.waitFor(() => expect(offerPasskeys).toHaveBeenCalledTimes(1));
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "biometric" })));
  await vi.waitFor(() => expect(offerPasskeys).toHaveBeenCalledTimes(2));
  expect(loginByPasskey).toHaveBeenCalledTimes(1);
  const [first, second] = vi.mocked(offerPasskeys).mock.calls.map(([, gone]) => gone.aborted);
  expect([first, second]).toEqual([true, false]);
});
