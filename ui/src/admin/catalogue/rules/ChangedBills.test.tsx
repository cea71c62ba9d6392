import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { queryClient } from "../../../api/queries";
import { startI18n } from "../../../i18n/i18n";
import type { Role } from "../../roles";
import { meQuery } from "../../session";
import { ChangedBills } from "./ChangedBills";
import { csvOfBills } from "./changed";
import type { ChangedBill, SimulationResult } from "./rules";

const ID = (n: number) => n.toString(16).padStart(32, "0");
const COFFEE = { en: "Nine Hills, Coffee", zh: "九山咖啡", zhhk: "九山咖啡" };
const DOUBLE = { en: "double Tuesday", zh: "周二双倍", zhhk: "星期二雙倍" };

const bill = (n: number, rest: Partial<ChangedBill>): ChangedBill => ({
  transaction: ID(n),
  member: ID(0xabc0 + n),
  partner: ID(900),
  created: "2026-03-10T07:42:00.000Z",
  amountHkd: "84.00",
  given: 84,
  would: 168,
  lines: [{ kind: "rule", name: DOUBLE, points: 84 }],
  ...rest,
});

const result = (changedBills: ChangedBill[]): SimulationResult => ({
  version: 4,
  from: "2026-02-12",
  to: "2026-03-11",
  keepDates: false,
  purchases: 4,
  bills: 3,
  limited: 1,
  members: 3,
  membersNew: 0,
  membersLost: 0,
  points: 172,
  givenPoints: 0,
  hkd: "2.75",
  givenHkd: "0.00",
  change: 172,
  byDay: [],
  byPartner: [
    {
      partner: ID(900),
      name: COFFEE,
      members: 3,
      points: 172,
      givenPoints: 0,
      hkd: "2.75",
      givenHkd: "0.00",
    },
  ],
  changedBills,
  milliseconds: 12,
});

const BILLS = [
  bill(1, {}),
  bill(2, { given: 824, would: 912, limitedBy: "perReceipt" }),
  bill(3, { given: 76, would: 38, lines: [] }),
];

beforeAll(() => startI18n(["admin", "adminRules"]));
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.restoreAllMocks();
});

function show(changed: ChangedBill[], role: Role = "operator") {
  queryClient.setQueryData(meQuery().queryKey, {
    _id: ID(1),
    name: "Sandra Lo",
    email: "sandra@example.com",
    role,
    secondFactor: true,
  } as never);
  return render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ChangedBills of={result(changed)} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const choose = (value: string) =>
  fireEvent.change(screen.getByRole("combobox", { name: "Which bills" }), { target: { value } });
const rows = () => screen.queryAllByRole("row").length - 1;

it("shows all bills or those of one kind, and counts each kind", () => {
  show(BILLS);
  const filter = screen.getByRole("combobox", { name: "Which bills" });
  expect([...filter.children].map(({ textContent }) => textContent)).toEqual([
    "All (3)",
    "Get more (2)",
    "Get less (1)",
    "Capped (1)",
  ]);
  expect(rows()).toBe(3);
  choose("more");
  expect(rows()).toBe(2);
  choose("less");
  expect(rows()).toBe(1);
  expect(screen.getByRole("row", { name: /38/ })).toBeTruthy();
  choose("capped");
  expect(screen.getByRole("row", { name: /912/ })).toBeTruthy();
});

it("says that no bill is of the chosen kind, and offers no empty file", () => {
  show([bill(1, {})]);
  choose("less");
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByText("None of these bills would get less.")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: /^CSV/ }).disabled).toBe(true);
});

it("leads from a bill to its member, but not for roles that may not read members", () => {
  show([bill(1, {})]);
  const [link] = screen.getAllByRole("link", { name: "Member …0000abc1" });
  expect(link?.getAttribute("href")).toBe(`/admin/members/${ID(0xabc1)}`);
  cleanup();
  show([bill(1, {})], "editor");
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getAllByText("Member …0000abc1").length).toBeGreaterThan(0);
});

it("saves the bills that it shows", async () => {
  let saved: Blob | undefined;
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    if (file instanceof Blob) saved = file;
    return "blob:saved";
  });
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  show(BILLS);
  choose("less");
  fireEvent.click(screen.getByRole("button", { name: "CSV Bills that change most" }));
  expect(clicked).toHaveBeenCalledOnce();
  const lines = (await saved?.text())?.trim().split("\r\n") ?? [];
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(ID(3));
});

it("writes a file that a spreadsheet neither splits wrongly nor runs", () => {
  const formula = { en: "=HYPERLINK()", zh: "@a", zhhk: "甲" };
  const byPartner = [{ ...result([]).byPartner[0], name: { ...COFFEE, zh: "-1+1", zhhk: '"茶"' } }];
  const lines = [
    { kind: "rule" as const, name: formula, points: 84 },
    { kind: "rule" as const, points: 4 },
  ];
  const file = csvOfBills([bill(1, { lines, limitedBy: "budget" })], byPartner as never, "en");
  expect(file.split("\r\n")).toEqual([
    "\uFEFFtransaction,created,member,partner,partnerName.en,partnerName.zh,partnerName.zhhk,amountHkd,given,would,limitedBy,rules",
    `${ID(1)},2026-03-10T07:42:00.000Z,${ID(0xabc1)},${ID(900)},"Nine Hills, Coffee",'-1+1,"""茶""",84.00,84,168,budget,84 =HYPERLINK(); 4`,
    "",
  ]);
});
