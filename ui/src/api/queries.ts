import { onlineManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { NetworkError } from "./problem";

// The manager assumes that a page starts online, and would miss the change to online of a page that did not.
onlineManager.setOnline(navigator.onLine);

/** One cache for the whole app. A refusal is final, so only network errors are retried. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // When one query succeeds, the connection is back: retry the session check that shows the banner at once.
    onSuccess: () =>
      void queryClient.refetchQueries({
        queryKey: ["auth"],
        predicate: ({ state }) => state.error instanceof NetworkError,
      }),
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Fetch even when the device reports offline: it shows an error, where a paused query shows nothing.
      networkMode: "always",
      refetchOnReconnect: true,
      retry: (failures, error) => error instanceof NetworkError && failures < 2,
    },
    // Never queue a change and send it later without the member's knowledge.
    mutations: { retry: false, networkMode: "always" },
  },
});
