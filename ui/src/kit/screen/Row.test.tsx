import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { RowSwitch } from "./Row";
import css from "./Row.module.css";

afterEach(cleanup);

it.each([true, false])("a row with a switch shows its state (on: %s)", (on) => {
  render(<RowSwitch title="Notifications" on={on} onClick={() => {}} />);
  const track = screen.getByRole("switch").querySelector(`.${css.track}`);
  expect(track).toBeTruthy();
  // The specification requires a tick when it is on.
  expect(track?.querySelector("svg") !== null).toBe(on);
});
