import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it } from "vitest";
import account from "../../i18n/locales/en/account.json";
import { paths } from "../../shared/paths";
import { LeftNote } from "./LeftNote";

afterEach(cleanup);

const arrive = (state: object) =>
  render(
    <MemoryRouter initialEntries={[{ pathname: paths.login, state }]}>
      <LeftNote />
    </MemoryRouter>,
  );

it.each([paths.points, paths.scan, paths.notifications])(
  "a visitor who wanted %s reads that it needs a login",
  (asked) => {
    arrive({ ended: false, asked });
    expect(screen.getByRole("alert").textContent).toBe("left.required");
    cleanup();
    arrive({ ended: true, asked });
    expect(screen.getByRole("alert").textContent).toBe("left.requiredleft.ended");
  },
);

it("uses the text of the specification", () => {
  expect(account.left.required).toBe("Authentication required. Please login.");
});
