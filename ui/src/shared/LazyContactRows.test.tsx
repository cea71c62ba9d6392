import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { programmeQuery } from "../api/programme";
import { queryClient } from "../api/queries";
import { startI18n } from "../i18n/i18n";
import login from "../i18n/locales/en/login.json";
import shell from "../i18n/locales/en/shell.json";
import { ErrorBoundary } from "../kit/loading/ErrorBoundary";
import { lazyComponent, renderNothing } from "../kit/loading/lazyComponent";
import { LoginScreen } from "../member/login/LoginScreen";
import { LazyContactRows } from "./LazyContactRows";

vi.mock("../member/login/passkeyLogin", () => ({ offerPasskeys: () => new Promise(() => {}) }));

beforeAll(() => startI18n(["login"]));
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  queryClient.setQueryData(programmeQuery().queryKey, {
    contact: { email: "help@points.example.hk" },
  } as never);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function Broken(): never {
  throw new Error("broken");
}

const mailOf = () => screen.findByRole("link", { name: /help@points\.example\.hk/ });

it("the crash page shows the contacts of the programme", async () => {
  render(
    <ErrorBoundary beside={<LazyContactRows missing={renderNothing} />}>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole("heading", { name: shell.crashTitle })).toBeTruthy();
  expect((await mailOf()).getAttribute("href")).toBe("mailto:help@points.example.hk");
});

it("the crash page works if the chunk with the contacts does not load", async () => {
  const Lost = lazyComponent(() => Promise.reject(new Error("no such file")));
  render(
    <ErrorBoundary beside={<Lost missing={renderNothing} />}>
      <Broken />
    </ErrorBoundary>,
  );
  await vi.dynamicImportSettled();
  expect(screen.getByRole("heading", { name: shell.crashTitle })).toBeTruthy();
  expect(screen.getByRole("button", { name: shell.reload })).toBeTruthy();
  expect(screen.queryByText(shell.failedTitle)).toBeNull();
});

const answerLogin = (code: string, message: string) => {
  const answer = (body: object, status: number) =>
    new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
  vi.stubGlobal("fetch", async (asked: Request | string) =>
    String(asked instanceof Request ? asked.url : asked).endsWith("/api/auth/login")
      ? answer({ code, message, errors: [] }, 403)
      : answer({ captcha: { provider: "none" }, contact: { email: "help@points.example.hk" } }, 200),
  );
};

const logIn = () => {
  render(
    <MemoryRouter>
      <LoginScreen />
    </MemoryRouter>,
  );
  fireEvent.input(screen.getByLabelText(login.identifier), { target: { value: "a@b.hk" } });
  fireEvent.input(screen.getByLabelText(login.password), { target: { value: "any" } });
  fireEvent.click(screen.getByRole("button", { name: login.submit }));
};

it("a suspended member sees the contacts of the programme", async () => {
  answerLogin("account_suspended", "This account is suspended.");
  logIn();
  expect(await screen.findByText("This account is suspended.")).toBeTruthy();
  await mailOf();
});

it("any other login error shows no contacts", async () => {
  answerLogin("invalid_credentials", "Wrong password.");
  logIn();
  expect(await screen.findByText("Wrong password.")).toBeTruthy();
  await vi.dynamicImportSettled();
  expect(screen.queryByRole("link", { name: /help@points/ })).toBeNull();
});
