import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ContactCode } from "./ContactCode";
import { useContactCode } from "./useContactCode";

afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

function Phone({ send }: { send(): Promise<{ sent: boolean; readyAt: number }> }) {
  const contact = useContactCode({ send, verify: async () => undefined, before: { typed: "61234567" } });
  return <ContactCode channel="phone" contact={contact} accepted="accepted" />;
}

it("announces each sent code, and moves the focus from the disabled button to the code's cells", async () => {
  vi.useFakeTimers();
  let arrive = () => {};
  const send = () =>
    new Promise<{ sent: boolean; readyAt: number }>((resolve) => {
      arrive = () => resolve({ sent: true, readyAt: Date.now() + 60_000 });
    });
  render(<Phone send={send} />);
  const [status] = screen.getAllByRole("status");
  for (const name of ["send", "resend"]) {
    const button = screen.getByRole("button", { name });
    button.focus();
    await act(async () => fireEvent.click(button));
    expect(status?.textContent).toBe("sending");
    await act(async () => arrive());
    expect(status?.textContent).toBe("sent.phone");
    expect(document.activeElement).toBe(screen.getByLabelText("code.phone"));
    await act(() => vi.advanceTimersByTimeAsync(61_000));
  }
});
