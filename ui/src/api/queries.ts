import { onlineManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { NetworkError } from "./problem";

// It takes a page to begin with a line, and would hear of no change where one comes to a page that began without.
onlineManager.setOnline(navigator.onLine);

/** One cache for the whole app. A refusal is final, so only a lost line is tried again. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // What one has found lost, another has found back: the banner need not wait for its own next try.
    onSuccess: () =>
      void queryClient.refetchQueries({
        queryKey: ["auth"],
        predicate: ({ state }) => state.error instanceof NetworkError,
      }),
  }),
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
