import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { queryClient } from "../../../api/queries";
import { startI18n } from "../../../i18n/i18n";
import type { Role } from "../../roles";
import { meQuery } from "../../session";
import { ApproveForm } from "./ApproveForm";
import type { AdminClaim, ClaimPreview } from "./claims";

const CLAIM: AdminClaim = {
  _id: "c1",
  number: "C-322",
  partner: "p1",
  partnerName: { en: "Nine Hills Coffee" },
  member: null,
  day: "2026-11-03",
  amountHkd: "64.00",
  receipt: "K-1",
  note: "",
  status: "waiting",
  created: "2026-11-04T02:00:00.000Z",
  due: "2026-11-06T02:00:00.000Z",
  late: false,
  points: 64,
  extraPoints: 0,
  hasPhoto: false,
  findings: [],
  needsALook: false,
};

const BASE: ClaimPreview["lines"][number] = { kind: "base", points: 64 };
const RULE: ClaimPreview["lines"][number] = {
  kind: "rule",
  rule: "r1",
  name: { en: "double Tuesday" },
  points: 26,
};

/** The answer of the server to a preview. */
let answer: () => Response;
const gives = (...lines: ClaimPreview["lines"]) => {
  answer = () => Response.json({ points: lines.reduce((sum, { points }) => sum + points, 0), lines });
};
const refuses = (status: number, problem: object) => {
  answer = () => Response.json(problem, { status });
};

beforeAll(() => startI18n(["admin", "adminClaims"]));
beforeEach(() => {
  vi.stubGlobal("fetch", async (asked: Request | string) =>
    String(asked instanceof Request ? asked.url : asked).endsWith("/preview") ? answer() : Response.json([]),
  );
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function show(role: Role = "operator") {
  queryClient.setQueryData(meQuery().queryKey, { _id: "s1", name: "Sandra Lo", role } as never);
  render(
    <QueryClientProvider client={queryClient}>
      <ApproveForm claim={CLAIM} form={createRef()} onDone={async () => {}} />
    </QueryClientProvider>,
  );
}

const button = (name: RegExp) => screen.findByRole("button", { name });

it("shows the points, and no parts where there is only one", async () => {
  gives(BASE);
  show();
  await button(/^Give 64 points/);
  expect(screen.getByText("+64")).toBeTruthy();
  expect(screen.queryByRole("list")).toBeNull();
});

it("shows the parts of the points, with the names of the earning rules", async () => {
  gives(BASE, RULE);
  show();
  await button(/^Give 90 points/);
  expect(screen.getByText("+90")).toBeTruthy();
  const parts = within(screen.getByRole("list")).getAllByRole("listitem");
  expect(parts.map(({ textContent }) => textContent)).toEqual([
    "By the partner’s rate64",
    "double Tuesday26",
  ]);
});

it("shows why nothing can be given where no field is wrong", async () => {
  refuses(403, { code: "partner_inactive", message: "This partner is not active in the programme." });
  show();
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toBe("This partner is not active in the programme.");
  expect(screen.getByText("–")).toBeTruthy();
  await button(/^Approve/);
});

it("shows an error of a field beside the field alone", async () => {
  const errors = [{ field: "amountHkd", code: "invalid_amount_hkd", message: "Write an amount." }];
  refuses(400, { code: "invalid_request", message: "Some fields are wrong.", errors });
  show();
  await screen.findByText("Write an amount.");
  const amount = screen.getByRole("textbox", { name: /^Amount on the receipt/ });
  expect(amount.getAttribute("aria-invalid")).toBe("true");
  expect(screen.queryByText("Some fields are wrong.")).toBeNull();
});

it("lets support propose the points", async () => {
  gives(BASE);
  show("support");
  await screen.findByText("+64");
  await button(/^Propose approval/);
  expect(screen.getByText("A second person approves your proposal.")).toBeTruthy();
});
