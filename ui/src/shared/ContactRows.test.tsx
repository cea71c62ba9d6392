import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { programmeQuery } from "../api/programme";
import { queryClient } from "../api/queries";
import { ContactRows } from "./ContactRows";

const show = (contact: { email?: string; phone?: string; web?: string }) => {
  queryClient.setQueryData(programmeQuery().queryKey, { contact } as never);
  return render(<ContactRows />);
};

afterEach(() => {
  cleanup();
  queryClient.clear();
});

it("links to each contact of the programme, and to the help page", () => {
  show({ email: "help@points.example.hk", phone: "+852 2345 6789", web: "https://points.example.hk/help" });
  const hrefs = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual([
    "mailto:help@points.example.hk",
    "tel:+85223456789",
    "https://points.example.hk/help",
    "/help",
  ]);
});

it("shows nothing if the programme has no contacts", () => {
  expect(show({}).container.textContent).toBe("");
});
