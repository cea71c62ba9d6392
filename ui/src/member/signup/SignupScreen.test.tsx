import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { queryClient } from "../../api/queries";
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
