import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { startI18n } from "../../i18n/i18n";
import english from "../../i18n/locales/en/login.json";
import simplifiedErrors from "../../i18n/locales/zh/errors.json";
import simplified from "../../i18n/locales/zh/login.json";
import { LoginScreen } from "./LoginScreen";

vi.mock("./passkeyLogin", () => ({ offerPasskeys: () => new Promise(() => {}) }));

let refusal: object;
beforeAll(() => startI18n(["login"]));
beforeEach(() => {
  vi.stubGlobal("fetch", async (address: string) =>
    address.endsWith("/login") ? Response.json(refusal, { status: 401 }) : Response.json({}),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const choose = async (name: string) => {
  await act(async () => fireEvent.click(screen.getByRole("button", { name })));
  await screen.findByRole("button", { name, pressed: true });
};
const refuse = async () => {
  render(
    <MemoryRouter>
      <LoginScreen />
    </MemoryRouter>,
  );
  fireEvent.input(screen.getByLabelText(english.identifier), { target: { value: "mei@example.hk" } });
  fireEvent.input(screen.getByLabelText(english.password), { target: { value: "wrong" } });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: english.submit })));
};

it("an error shows in the server's words, and in the catalogue's after a change of language", async () => {
  refusal = { code: "invalid_credentials", message: "Not the two of you. Three tries left." };
  await refuse();
  await screen.findByText("Not the two of you. Three tries left.");
  await choose("简");
  expect(await screen.findByText(simplifiedErrors.invalid_credentials)).toBeTruthy();
  expect(screen.queryByText(/Three tries/)).toBeNull();
  await choose("EN");
  expect(await screen.findByText("Not the two of you. Three tries left.")).toBeTruthy();
});

it("an error that the catalogue does not know shows our own sentence in the other language", async () => {
  refusal = { code: "of_tomorrow", message: "Tomorrow" };
  await refuse();
  await screen.findByText("Tomorrow");
  await choose("简");
  expect(await screen.findByText(simplified.errors.failed)).toBeTruthy();
  expect(screen.queryByText("Tomorrow")).toBeNull();
  await choose("EN");
});
