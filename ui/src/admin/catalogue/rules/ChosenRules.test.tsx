import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { queryClient } from "../../../api/queries";
import { startI18n } from "../../../i18n/i18n";
import { Toaster } from "../../../kit/dialog/Toaster";
import type { Role } from "../../roles";
import { meQuery } from "../../session";
import { csvOfRules } from "./chosen";
import { RulesScreen } from "./RulesScreen";
import { type Rule, rulesQuery } from "./rules";

function rule(id: string, name: string, state: Rule["state"]): Rule {
  const at = "2026-02-02T02:00:00.000Z";
  const latest: Rule["latest"] = {
    version: 3,
    draft: state === "draft",
    createdBy: "Sandra Lo",
    created: at,
    updated: at,
    rule: { name: { en: name, zh: "周二", zhhk: "星期二" }, bonus: { kind: "fixed", points: 5 } },
  };
  return {
    _id: id,
    state,
    latest,
    ...(state === "on" ? { live: latest } : {}),
    givenPoints: 120,
    givenHkd: "1.92",
    recentPoints: 20,
    recentHkd: "0.32",
    recentAwards: 4,
    created: at,
    updated: at,
  };
}

const RULES = [rule("r1", "own mug", "on"), rule("r2", "rainy day", "on"), rule("r3", "later", "draft")];

const sent: string[] = [];
const refused = new Set<string>();

beforeAll(() => startI18n(["admin", "adminContent", "adminRules"]));
beforeEach(() => {
  sent.length = 0;
  refused.clear();
  vi.stubGlobal("fetch", async (asked: Request | string, how?: RequestInit) => {
    const url = String(asked instanceof Request ? asked.url : asked);
    const id = /earning-rules\/(\w+)\/(?:switch-off|end)$/.exec(url);
    if (!id?.[1]) return new Promise(() => {});
    const took = asked instanceof Request ? asked.method : (how?.method ?? "GET");
    sent.push(took.toUpperCase() === "DELETE" ? `back ${id[1]}` : id[1]);
    if (refused.has(id[1]))
      return Response.json({ code: "busy", message: "Not at present." }, { status: 503 });
    return Response.json(RULES[0]);
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function show(role: Role = "operator", rules = RULES) {
  const me = { _id: "s1", name: "Sandra Lo", email: "sandra@example.com", role } as never;
  queryClient.setQueryData(meQuery().queryKey, me);
  queryClient.setQueryData(rulesQuery().queryKey, rules);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <RulesScreen />
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const select = (...names: string[]) => {
  for (const name of names) fireEvent.click(screen.getByRole("checkbox", { name: `Select ${name}` }));
};
const bar = () => within(screen.getByRole("region", { name: "Selected" }));
const dialog = () => within(screen.getByRole("alertdialog", { hidden: true }));
const confirm = () =>
  act(async () => fireEvent.click(dialog().getByRole("button", { name: "Switch off", hidden: true })));

it("switches the selected rules off that are on, after one question", async () => {
  show();
  select("own mug", "rainy day", "later");
  expect(bar().getByText("3 selected")).toBeTruthy();
  fireEvent.click(bar().getByRole("button", { name: "Switch off 2" }));
  expect(sent).toEqual([]);
  expect(dialog().getByText("Switch 2 rules off?")).toBeTruthy();
  expect(dialog().getByText("1 selected rule is not on and stays as it is.")).toBeTruthy();
  await confirm();
  expect(await screen.findByText("2 rules are off")).toBeTruthy();
  expect(sent.toSorted()).toEqual(["r1", "r2"]);
  expect(screen.queryByRole("region", { name: "Selected" })).toBeNull();
});

it("names the rules that could not be switched off, and keeps them selected", async () => {
  refused.add("r1");
  show();
  select("own mug", "rainy day");
  fireEvent.click(bar().getByRole("button", { name: "Switch off 2" }));
  await confirm();
  expect(await screen.findByText("1 rule could not be switched off")).toBeTruthy();
  expect(sent.toSorted()).toEqual(["r1", "r2"]);
  expect(dialog().getByText("1 rule is off")).toBeTruthy();
  expect(dialog().getByText("own mug")).toBeTruthy();
  expect(dialog().getByText("Not at present.")).toBeTruthy();
  expect(dialog().queryByText("rainy day")).toBeNull();
  fireEvent.click(dialog().getByRole("button", { name: "Done", hidden: true }));
  expect(bar().getByText("1 selected")).toBeTruthy();
});

it("ends the selected rules today, and gives them their end back", async () => {
  show();
  select("own mug", "rainy day", "later");
  await act(async () => fireEvent.click(bar().getByRole("button", { name: "End 2 today" })));
  expect(await screen.findByText("2 rules end today")).toBeTruthy();
  expect(sent.splice(0).toSorted()).toEqual(["r1", "r2"]);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Undo" })));
  expect(await screen.findByText("2 rules go on as before")).toBeTruthy();
  expect(sent.toSorted()).toEqual(["back r1", "back r2"]);
});

it("ends the rules once, however often the button is pressed", async () => {
  show();
  select("own mug");
  await act(async () => {
    const end = bar().getByRole("button", { name: "End 1 today" });
    fireEvent.click(end);
    fireEvent.click(end);
  });
  expect(await screen.findByText("own mug ends today")).toBeTruthy();
  expect(sent).toEqual(["r1"]);
});

it("turns the page with a rule that is moved over its end, and keeps the focus on it", async () => {
  const many = Array.from({ length: 21 }, (_, at) => rule(`m${at + 10}`, `rule ${at + 1}`, "on"));
  show("operator", many);
  const handle = () => document.querySelector<HTMLElement>('[data-rule="m29"]');
  handle()?.focus();
  await act(async () => fireEvent.keyDown(handle() ?? document, { key: "ArrowDown", altKey: true }));
  expect(screen.queryByText("rule 19")).toBeNull();
  expect(document.activeElement).toBe(handle());
  await act(async () => fireEvent.keyDown(handle() ?? document, { key: "ArrowUp", altKey: true }));
  expect(screen.getByText("rule 19")).toBeTruthy();
  expect(document.activeElement).toBe(handle());
});

it("names the rules that could not be ended", async () => {
  refused.add("r2");
  show();
  select("own mug", "rainy day");
  await act(async () => fireEvent.click(bar().getByRole("button", { name: "End 2 today" })));
  expect(await screen.findByText("1 rule could not be ended")).toBeTruthy();
  expect(dialog().getByText("1 rule ends today")).toBeTruthy();
  expect(dialog().getByText("rainy day")).toBeTruthy();
});

const menuOf = (name: string) => {
  fireEvent.click(screen.getByRole("button", { name: `Actions for ${name}` }));
  return within(screen.getByRole("dialog", { hidden: true }));
};
const choices = (name: string) =>
  menuOf(name)
    .getAllByRole("listitem", { hidden: true })
    .map(({ textContent }) => textContent);

it("offers the actions of one rule in its menu, by its state and by what the reader may do", () => {
  show();
  expect(choices("own mug")).toEqual(["Open", "Simulate", "End today", "Switch off"]);
  cleanup();
  show();
  expect(choices("later")).toEqual(["Open", "Simulate", "Drop the draft"]);
  cleanup();
  show("finance");
  expect(choices("own mug")).toEqual(["Open", "Simulate"]);
});

it("tells why a rule could not be ended from its menu", async () => {
  refused.add("r2");
  show();
  const end = menuOf("rainy day").getByRole("button", { name: "End today", hidden: true });
  await act(async () => fireEvent.click(end));
  expect(await screen.findByText("1 rule could not be ended")).toBeTruthy();
  expect(dialog().getByText("Not at present.")).toBeTruthy();
  expect(sent).toEqual(["r2"]);
});

it("offers a file of the selection, but no switch for rules that are off or for a reader", () => {
  show();
  select("later");
  expect(
    bar()
      .getAllByRole("button")
      .map(({ textContent }) => textContent),
  ).toEqual(["Clear", "CSV"]);
  cleanup();
  show("finance");
  select("own mug");
  expect(
    bar()
      .getAllByRole("button")
      .map(({ textContent }) => textContent),
  ).toEqual(["Clear", "CSV"]);
});

it("writes the columns of the server's file", () => {
  expect(csvOfRules([rule("r1", "=own, mug", "on")]).split("\r\n")).toEqual([
    "\uFEFF_id,state,name.en,name.zh,name.zhhk,version,from,until,givenPoints,givenHkd,recentPoints,recentHkd,budgetLeftPoints,created,updated",
    `r1,on,"'=own, mug",周二,星期二,3,,,120,1.92,20,0.32,,2026-02-02T02:00:00.000Z,2026-02-02T02:00:00.000Z`,
    "",
  ]);
});
