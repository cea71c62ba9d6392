import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { queryClient } from "../../api/queries";
import { nameOrder } from "../../kit/form/nameOrder";
import text from "../../kit/styles/text.module.css";
import { SignupScreen } from "./SignupScreen";

beforeAll(() => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});
afterAll(() => vi.unstubAllGlobals());

const open = (query: string) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/signup${query}`]}>
        <SignupScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
const code = () => screen.getByLabelText<HTMLInputElement>(/^referralCode/);
/** Simulates a reload: session storage stays, and the screen's cleanup does not run. */
const reload = (query: string) => {
  const kept = { ...sessionStorage };
  cleanup();
  for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, value);
  open(query);
};

it.each(["MINE", ""])("a link's code that the member changed to %j survives a reload", (typed) => {
  open("?referralcode=LINK");
  expect(code().value).toBe("LINK");
  fireEvent.input(code(), { target: { value: typed } });
  reload("?referralcode=LINK");
  expect(code().value).toBe(typed);
  reload("?referralcode=LINK");
  expect(code().value).toBe(typed);
});

it("a link's code replaces one that the member did not type", () => {
  open("");
  reload("?referralcode=LINK");
  expect(code().value).toBe("LINK");
});

it("the first step links to the terms", () => {
  open("");
  expect(screen.getByText("terms.link").getAttribute("href")).toBe("/terms-privacy?text=terms");
});

const toSecondStep = async () => {
  open("");
  for (const [label, value] of [
    ["firstName", "Mei"],
    ["lastName", "Chan"],
    ["password", "Peak-tram-1888"],
    ["confirm", "Peak-tram-1888"],
  ] as const)
    fireEvent.input(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "continue" })));
};

it("shows from the start why the button is disabled", async () => {
  queryClient.clear();
  await toSecondStep();
  const why = screen.getByText("left.contact");
  expect([text.sr, why.classList.contains(text.sr ?? "")]).toEqual([expect.any(String), false]);
});

it("shows the server's reason why a sign-up cannot begin", async () => {
  const told = { code: "rate_limited", message: "Too many sign-ups from here. Try again in an hour." };
  vi.stubGlobal("fetch", async (address: string) =>
    address.endsWith("/initRegistration") ? Response.json(told, { status: 429 }) : Response.json({}),
  );
  queryClient.clear();
  await toSecondStep();
  await screen.findByText(told.message);
  expect(screen.queryByText("errors.notOpened")).toBeNull();
});

it("shows refusals of the first step's data there, before any code is sent", async () => {
  queryClient.clear();
  const answers = [
    Response.json(
      { code: "weak_password", errors: [{ field: "userPassword", code: "weak_password", message: "No" }] },
      { status: 400 },
    ),
    Response.json({ code: "rate_limited" }, { status: 429 }),
  ];
  const asked = vi.fn(async (_: unknown) => answers.shift());
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address, init) => {
    if (`${address}`.endsWith("initRegistration"))
      return Response.json({ registrationId: "r", captcha: { provider: "none" } });
    return (
      (`${address}`.endsWith("checkRegistration") && (await asked(JSON.parse(`${init?.body}`)))) ||
      new Promise(() => {})
    );
  });
  open("");
  await vi.waitFor(() => expect(queryClient.getQueryData(["registration"])).toBeTruthy());
  for (const label of ["firstName", "lastName"])
    fireEvent.input(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value: "Mei" } });
  for (const label of ["password", "confirm"])
    fireEvent.input(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value: "Password1!" } });
  const go = () => act(async () => fireEvent.click(screen.getByRole("button", { name: "continue" })));
  await go();
  expect(await screen.findByText("errors.guessable")).toBeTruthy();
  expect(asked).toHaveBeenCalledWith(
    expect.objectContaining({ registrationId: "r", firstName: "Mei", userPassword: "Password1!" }),
  );
  // If the check gets no response, the last step reports the refusal.
  await go();
  expect(await screen.findByText("left.contact")).toBeTruthy();
});

it.each([
  ["en", "firstName"],
  ["zh", "lastName"],
  ["zhhk", "lastName"],
] as const)("in %s a name begins with the %s", (language, first) => {
  expect(nameOrder(language)[0]).toBe(first);
});
