import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ErrorState } from "./States";

const told = (error: { message: string; status?: number }) => {
  render(<ErrorState title="Failed" error={error} />);
  return screen.getAllByRole("alert").at(-1)?.querySelector("p")?.textContent;
};

describe("what is said of a failure", () => {
  it("is the server's sentence wherever it answered with one", () => {
    expect(told({ status: 429, message: "Too many tries" })).toBe("Too many tries");
    expect(told({ status: 404, message: "Not found" })).toBe("Not found");
    expect(told({ status: 500, message: "Our side" })).toBe("Our side");
  });

  it("blames the line where nothing was answered, or no words", () => {
    expect(told({ message: "" })).toBe("failedText");
    expect(told({ status: 502, message: "" })).toBe("failedText");
  });
});
