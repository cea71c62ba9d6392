import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ErrorState } from "./States";

const told = (error: { message: string; status?: number }) => {
  render(<ErrorState title="Failed" error={error} />);
  return screen.getAllByRole("alert").at(-1)?.querySelector("p")?.textContent;
};

describe("the text of an error state", () => {
  it("is the server's message if there is one", () => {
    expect(told({ status: 429, message: "Too many tries" })).toBe("Too many tries");
    expect(told({ status: 404, message: "Not found" })).toBe("Not found");
    expect(told({ status: 500, message: "Our side" })).toBe("Our side");
  });

  it("blames the connection if there was no response or no message", () => {
    expect(told({ message: "" })).toBe("failedText");
    expect(told({ status: 502, message: "" })).toBe("failedText");
  });
});
