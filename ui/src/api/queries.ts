import { QueryClient } from "@tanstack/react-query";
import { NetworkError } from "./problem";

/** One cache for the whole app. A refusal is final, so only a lost line is tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => error instanceof NetworkError && failures < 2,
    },
    mutations: { retry: false },
  },
});
