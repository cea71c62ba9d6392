import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { userQuery } from "../../api/member";
import { memberFixture } from "../../api/member.fixture";
import { queryClient } from "../../api/queries";
import { type Passkey, passkeysQuery } from "./biometric";
import { SignInSection } from "./SignInSection";

const phone: Passkey = {
  _id: "p1",
  credentialId: "phone",
  name: "Phone",
  created: "2026-03-12T01:02:00.000Z",
  lastUsed: null,
};

const show = (biometric: boolean) => {
  sessionStorage.setItem("isNative", "true");
  queryClient.setQueryData(passkeysQuery().queryKey, biometric ? [phone] : []);
  queryClient.setQueryData(userQuery().queryKey, { ...memberFixture, biometric });
  render(
    <QueryClientProvider client={queryClient}>
      <SignInSection />
    </QueryClientProvider>,
  );
};

afterEach(() => {
  cleanup();
  queryClient.clear();
  sessionStorage.clear();
});

it("the native app has a switch to turn biometric login on, and a tick once it is on", () => {
  show(false);
  expect(screen.queryByRole("switch")).not.toBeNull();
  cleanup();
  show(true);
  expect(screen.queryByRole("switch")).toBeNull();
  expect(screen.getByText("biometricState.on")).toBeTruthy();
});
