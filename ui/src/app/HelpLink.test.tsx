import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { startI18n } from "../i18n/i18n";
import profile from "../i18n/locales/en/profile.json";
import { renderNothing } from "../kit/loading/lazyComponent";
import { BelowFailure, ErrorState } from "../kit/loading/States";
import { FailedNote } from "../kit/screen/Paper";
import { paths } from "../shared/paths";
import { HelpLink } from "./HelpLink";

const page = vi.hoisted(() => ({ comes: false }));
vi.mock("../i18n/i18n", async (original) => {
  const real = await original<typeof import("../i18n/i18n")>();
  const lost = () => Promise.reject(new Error("no such file"));
  return { ...real, loadWords: (words: string) => (page.comes ? real.loadWords(words) : lost()) };
});

beforeAll(() => startI18n([]));
afterEach(cleanup);

function fail(at: string) {
  render(
    <MemoryRouter initialEntries={[at]}>
      <BelowFailure.Provider value={<HelpLink missing={renderNothing} />}>
        <ErrorState title="Failed" />
        <FailedNote>Refused</FailedNote>
      </BelowFailure.Provider>
    </MemoryRouter>,
  );
}

const links = () => screen.queryAllByRole("link", { name: profile.help });

it("a failure leads to no help page that does not load, and to one that does", async () => {
  fail(paths.points);
  await vi.dynamicImportSettled();
  expect(screen.getAllByRole("alert")).toHaveLength(2);
  expect(links()).toHaveLength(0);

  // When the device is online again, the page is fetched again.
  page.comes = true;
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(links()).toHaveLength(2));
  expect(links().map((link) => link.getAttribute("href"))).toEqual([paths.help, paths.help]);
});

it("a failure on the help page does not lead to itself", async () => {
  page.comes = true;
  fail(paths.help);
  await HelpLink.load();
  await vi.dynamicImportSettled();
  expect(links()).toHaveLength(0);
});

it("a failure outside the member app leads to no help page", () => {
  render(<ErrorState title="Failed" />);
  expect(screen.getByRole("alert")).toBeTruthy();
  expect(links()).toHaveLength(0);
});
