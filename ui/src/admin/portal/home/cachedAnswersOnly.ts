import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { queryClient } from "../../../api/queries";

/** Sets the clock to a time for each test of a file, and lets no request answer: the tests put answers into the cache. */
export function cachedAnswersOnly(now: Date) {
  beforeEach(() => {
    vi.useFakeTimers({ now, toFake: ["Date"] });
    vi.stubGlobal("fetch", () => new Promise(() => {}));
  });
  afterEach(() => {
    cleanup();
    queryClient.clear();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
}
