import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { ScannerTrouble } from "./ScannerTrouble";

afterEach(cleanup);

it.each([
  [false, "failures.missing.text"],
  [true, "failures.missing.typed"],
])("offers an image only if one can be chosen (typed only: %s)", (typedOnly, words) => {
  render(<ScannerTrouble typedOnly={typedOnly} failure="missing" onRetry={() => {}} />);
  expect(screen.getByText(words)).toBeTruthy();
});
