import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { useForm } from "./useForm";

/** A form whose server asks for a second value after the first submit. */
function Asking() {
  const [asks, setAsks] = useState(false);
  const form = useForm<{ first: string; second: string }, "missing">({
    initial: { first: "", second: "" },
    check: ({ first, second }) => ({
      ...(first === "" ? { first: "missing" } : {}),
      ...(asks && second === "" ? { second: "missing" } : {}),
    }),
    submit: async () => setAsks(true),
  });
  return (
    <form onSubmit={form.onSubmit}>
      <input aria-label="first" name="first" value={form.values.first} onChange={() => {}} />
      <button type="button" onClick={() => form.set("first", "a")}>
        fill
      </button>
      <button type="submit">send</button>
      <output aria-label="first error">{form.error("first")}</output>
      {asks && <output aria-label="second error">{form.error("second") ?? "none"}</output>}
    </form>
  );
}

it("shows a missing value after a submit, but not a value that the response has just asked for", async () => {
  render(<Asking />);
  const send = () => fireEvent.click(screen.getByText("send"));
  send();
  expect((await screen.findByLabelText("first error")).textContent).toBe("missing");
  fireEvent.click(screen.getByText("fill"));
  send();
  expect((await screen.findByLabelText("second error")).textContent).toBe("none");
  send();
  expect(await screen.findByText("missing")).toBe(screen.getByLabelText("second error"));
});
