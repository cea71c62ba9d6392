import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { queryClient } from "../../api/queries";
import { onDevice } from "../../device/storage";
import { startI18n } from "../../i18n/i18n";
import account from "../../i18n/locales/en/account.json";
import english from "../../i18n/locales/en/signup.json";
import simplified from "../../i18n/locales/zh/signup.json";
import { followLanguage } from "../../i18n/switch";
import { SignupScreen } from "./SignupScreen";

beforeAll(() => startI18n(["signup", "account"]));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
});

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));
const type = (label: string, value: string) =>
  act(async () => {
    fireEvent.input(screen.getByLabelText(new RegExp(`^${label}( \\*)?$`)), { target: { value } });
  });

it("a refused contact shows the reason in the current language", async () => {
  const opened = { success: true, captcha: { provider: "none" }, registrationId: "r" };
  const refusal = { code: "email_not_verified", message: "Verify anew" };
  vi.stubGlobal("fetch", async (address: string) => {
    if (address.endsWith("/createAccount")) return Response.json(refusal, { status: 400 });
    return Response.json(address.endsWith("/initRegistration") ? opened : { success: true });
  });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={["/signup"]}>
        <SignupScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await type(english.firstName, "Mei");
  await type(english.lastName, "Chan");
  await type(english.password, "Peak-tram-1888");
  await type(english.confirm, "Peak-tram-1888");
  await press(english.continue);
  await screen.findByLabelText(account.email);
  await type(account.email, "mei@example.hk");
  const [send] = screen.getAllByRole("button", { name: account.send });
  await act(async () => fireEvent.click(send as HTMLElement));
  await screen.findByLabelText(account.code.email);
  await type(account.code.email, "123456");
  await screen.findByText(account.verified);
  await press(english.create);

  await screen.findByText(english.errors.emailNotVerified);
  // Typing in the other contact does not clear the error.
  await type(account.phone, "61234567");
  expect(screen.getByText(english.errors.emailNotVerified)).toBeTruthy();
  onDevice.set("Language", "zh");
  await act(() => followLanguage());
  expect(await screen.findByText(simplified.errors.emailNotVerified)).toBeTruthy();
  expect(screen.queryByText(english.errors.emailNotVerified)).toBeNull();
});
