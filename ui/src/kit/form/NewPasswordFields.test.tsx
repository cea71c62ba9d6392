import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { NewPasswordFields } from "./NewPasswordFields";

function Form({ guessable }: { guessable: string }) {
  const [password, setPassword] = useState(guessable);
  return (
    <NewPasswordFields
      password={{ name: "password", value: password, onChange: setPassword }}
      confirm={{ name: "confirm", value: "", onChange: () => {} }}
      labels={{ password: "New", confirm: "Again" }}
      rules="while typing"
      guessable={guessable}
    />
  );
}

it("shows why a password was refused until the password changes", () => {
  render(<Form guessable="Welcome@2024" />);
  const field = screen.getByLabelText("New");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("errors.guessable")).toBeTruthy();
  expect(screen.queryByText("strong")).toBeNull();
  fireEvent.input(field, { target: { value: "Peak-tram-1888" } });
  expect(field.getAttribute("aria-invalid")).toBeNull();
  expect(screen.queryByText("errors.guessable")).toBeNull();
});
