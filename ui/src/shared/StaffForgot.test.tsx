import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ApiProblem } from "../api/problem";
import { StaffForgot } from "./StaffForgot";
import { waitMinutes } from "./waitMinutes";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("asks for a link and shows the same message for any address", async () => {
  const fetched = vi.fn(async (_: RequestInfo | URL, _init?: RequestInit) =>
    Response.json({ success: true }),
  );
  vi.stubGlobal("fetch", fetched);
  render(<StaffForgot />);
  const press = () => fireEvent.click(screen.getByRole("button", { name: "submit" }));
  press();
  expect(screen.getByText("emailRequired")).toBeTruthy();
  expect(fetched).not.toHaveBeenCalled();
  fireEvent.input(screen.getByLabelText(/^email/), { target: { value: " lam@staff.example " } });
  press();
  expect((await screen.findByRole("status")).textContent).toContain("sent");
  const [, init] = fetched.mock.calls[0] ?? [];
  expect(JSON.parse(String(init?.body))).toEqual({ email: "lam@staff.example" });
});

it.each([
  [273, 5],
  [60, 1],
  [4, 1],
])("%i seconds to wait are shown as %i minutes", (seconds, minutes) => {
  expect(waitMinutes(new ApiProblem(429, { code: "too_many_attempts" }, seconds))).toBe(minutes);
});

it("shows no waiting time if the server sent none", () => {
  expect(waitMinutes(new ApiProblem(429, {}))).toBeUndefined();
  expect(waitMinutes(new ApiProblem(401, {}, 5))).toBeUndefined();
  expect(waitMinutes(new Error("x"))).toBeUndefined();
});
