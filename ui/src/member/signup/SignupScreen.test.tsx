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
/** As a reload does it: what is kept stays, without an end of the screen. */
const reload = (query: string) => {
  const kept = { ...sessionStorage };
  cleanup();
  for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, value);
  open(query);
};

it.each(["MINE", ""])("a link's code that was changed to %j stays so over a reload", (typed) => {
  open("?referralcode=LINK");
  expect(code().value).toBe("LINK");
  fireEvent.input(code(), { target: { value: typed } });
  reload("?referralcode=LINK");
  expect(code().value).toBe(typed);
  reload("?referralcode=LINK");
  expect(code().value).toBe(typed);
});

it("a code that nobody typed gives way to a link's", () => {
  open("");
  reload("?referralcode=LINK");
  expect(code().value).toBe("LINK");
});

it("the terms that an account accepts can be read from the first step", () => {
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

it("says in sight why the button rests, from the start", async () => {
  queryClient.clear();
  await toSecondStep();
  const why = screen.getByText("left.contact");
  expect([text.sr, why.classList.contains(text.sr ?? "")]).toEqual([expect.any(String), false]);
});

it("says in the server's words why a sign-up cannot begin", async () => {
  const told = { code: "rate_limited", message: "Too many sign-ups from here. Try again in an hour." };
  vi.stubGlobal("fetch", async (address: string) =>
    address.endsWith("/initRegistration") ? Response.json(told, { status: 429 }) : Response.json({}),
  );
  queryClient.clear();
  await toSecondStep();
  await screen.findByText(told.message);
  expect(screen.queryByText("errors.notOpened")).toBeNull();
});

it("what the server would refuse at the end of the first step is told there, before any code", async () => {
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
  // Where the server has no answer for it now, the last step tells.
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
