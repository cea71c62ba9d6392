import { QueryClient } from "@tanstack/react-query";
import { NetworkError } from "./problem";

/** One cache for the whole app. A refusal is final, so only a lost line is tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Asked even when the device says it is offline: the error state then tells, where waiting would show nothing.
      networkMode: "always",
      refetchOnReconnect: true,
      retry: (failures, error) => error instanceof NetworkError && failures < 2,
    },
    // Never held back to be sent behind the member's back once the line returns.
    mutations: { retry: false, networkMode: "always" },
  },
});
