import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { startI18n } from "../../../i18n/i18n";
import type { Language } from "../../../i18n/language";
import type { AdminClaim } from "./claims";
import { RefusalPreview } from "./RefusalPreview";

beforeAll(() => startI18n(["adminClaims", "claims"]));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-27T04:00:00Z") });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Shows the answer to a claim, and gives the part that the member reads. */
function show(language: Language, { reply = "", askedAgain }: { reply?: string; askedAgain?: string } = {}) {
  const claim = { _id: "c1", number: "C-322", ...(askedAgain && { askedAgain }) } as AdminClaim;
  render(<RefusalPreview claim={claim} language={language} reason="already_given" reply={reply} />);
  return within(screen.getByRole("region", { name: "The member reads" }));
}

it("shows the sentences of the reason, the reply, and that the member may ask again", () => {
  const read = show("en", { reply: "See your receipt of 3 November." });
  expect(read.getByText("These points were already given")).toBeTruthy();
  expect(read.getByText("This receipt has already earned points.")).toBeTruthy();
  expect(read.getByText("See your receipt of 3 November.").tagName).toBe("BLOCKQUOTE");
  expect(
    read.getByText("Answered on 27 Nov 2026 by the help desk. If this isn't right, you can ask again once."),
  ).toBeTruthy();
});

it("says that the answer to the second question is final, and shows no empty reply", () => {
  const read = show("en", { askedAgain: "2026-11-20T04:00:00Z" });
  expect(read.getByText(/This answer is final: you have asked again already\.$/)).toBeTruthy();
  expect(read.queryByText(/If this isn't right/)).toBeNull();
  expect(document.querySelector("blockquote")).toBeNull();
});

it.each([
  ["zh", "积分已经发放过", "zh-Hans"],
  ["zhhk", "積分已經發放", "zh-Hant-HK"],
] as const)("is in the language of the member: %s", async (language, title, tag) => {
  const read = show(language, { reply: "HK$37.00" });
  const shown = await read.findByText(title);
  expect(shown.closest("[lang]")?.getAttribute("lang")).toBe(tag);
  expect(read.queryByText("These points were already given")).toBeNull();
});
