import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Dialog } from "./Dialog";

it("screen readers read an alert dialog's question with its title", () => {
  render(
    <Dialog alert title="Close the account?" onClose={() => {}} actions={<button type="button">No</button>}>
      <p>Your points lapse.</p>
    </Dialog>,
  );
  const described = screen.getByRole("alertdialog", { hidden: true }).getAttribute("aria-describedby");
  expect(document.getElementById(described ?? "")?.textContent).toBe("Your points lapse.");
});
