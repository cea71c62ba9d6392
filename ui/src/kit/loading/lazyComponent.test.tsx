import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { lazyComponent } from "./lazyComponent";

const Sum = ({ of }: { of: number }) => <output>{of + 1}</output>;

afterEach(cleanup);

describe("a part of a screen", () => {
  it("is drawn with its props, after its placeholder", async () => {
    const Part = lazyComponent(async () => Sum);
    render(<Part of={2} waiting={<p>soon</p>} />);
    expect(screen.getByText("soon")).toBeTruthy();
    expect((await screen.findByRole("status")).textContent).toBe("3");
  });

  it("is drawn at once if it was prefetched", async () => {
    const Part = lazyComponent(async () => Sum);
    await Part.load();
    render(<Part of={4} />);
    expect(screen.getByText("5")).toBeTruthy();
  });

  it("that fails to load does not affect the rest of the screen, and can be retried", async () => {
    const fetch = vi.fn(async () => Sum).mockRejectedValueOnce(new Error("a cut line"));
    const Part = lazyComponent(fetch);
    render(
      <>
        <p>the rest</p>
        <Part
          of={6}
          missing={(again) => (
            <button type="button" onClick={again}>
              again
            </button>
          )}
        />
      </>,
    );
    fireEvent.click(await screen.findByText("again"));
    expect(await screen.findByText("7")).toBeTruthy();
    expect(screen.getByText("the rest")).toBeTruthy();
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it("that failed to load is retried when the device is online", async () => {
    const fetch = vi.fn(async () => Sum).mockRejectedValueOnce(new Error("a cut line"));
    const Part = lazyComponent(fetch);
    render(<Part of={8} missing={() => <p>not here</p>} />);
    await screen.findByText("not here");
    window.dispatchEvent(new Event("online"));
    expect(await screen.findByText("9")).toBeTruthy();
  });

  it.each([() => <p>not here</p>, undefined])(
    "that failed to load never reloads the page by itself: the member may be in the middle of something",
    async (missing) => {
      const reload = vi.fn();
      vi.stubGlobal("location", { ...window.location, reload });
      vi.stubGlobal("fetch", () => Promise.resolve(new Response("ok")));
      const fetch = vi.fn(() => Promise.reject(new Error("remembered")));
      const Part = lazyComponent<{ of: number }>(fetch);
      render(
        <>
          <input defaultValue="half typed" />
          {missing ? <Part of={8} missing={missing} /> : <Part of={8} />}
        </>,
      );
      for (const times of [1, 2, 3]) {
        await screen.findByText(missing ? "not here" : "tryAgain");
        expect(fetch).toHaveBeenCalledTimes(times);
        window.dispatchEvent(new Event("online"));
      }
      await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(4));
      await screen.findByText(missing ? "not here" : "tryAgain");
      expect(reload).not.toHaveBeenCalled();
      vi.unstubAllGlobals();
    },
  );

  it.each([true, false])(
    "that the browser does not request again reloads the page once the server answers (%s)",
    async (back) => {
      const reload = vi.fn();
      vi.stubGlobal("location", { ...window.location, reload });
      const ping = vi.fn(() =>
        back ? Promise.resolve(new Response("ok")) : Promise.reject(new TypeError("lost")),
      );
      vi.stubGlobal("fetch", ping);
      const Part = lazyComponent<{ of: number }>(() => Promise.reject(new Error("remembered")));
      render(
        <Part
          of={1}
          missing={(again) => (
            <button type="button" onClick={again}>
              once more
            </button>
          )}
        />,
      );
      const button = await screen.findByText("once more");
      expect(ping).not.toHaveBeenCalled();
      fireEvent.click(button);
      await vi.waitFor(() => expect(ping).toHaveBeenCalledTimes(1));
      expect(await screen.findByText("once more")).toBeTruthy();
      expect(reload).toHaveBeenCalledTimes(back ? 1 : 0);
      vi.unstubAllGlobals();
    },
  );

  it("that a tap opened closes itself if it fails to load", async () => {
    const Part = lazyComponent<{ of: number }>(() => Promise.reject(new Error("a cut line")));
    const shut = vi.fn();
    render(<Part of={1} onMissing={shut} />);
    await vi.waitFor(() => expect(shut).toHaveBeenCalledTimes(1));
  });

  it("rejects a prefetch that fails", async () => {
    await expect(lazyComponent(() => Promise.reject(new Error("a cut line"))).load()).rejects.toThrow();
  });
});
