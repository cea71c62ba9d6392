import { useSyncExternalStore } from "react";
import { NetworkError } from "../problem";
import { queryClient } from "../queries";

const cache = queryClient.getQueryCache();
const watch = (listener: () => void) => cache.subscribe(listener);
const cutOff = () =>
  cache
    .findAll({ type: "active" })
    .find(({ state }) => state.data !== undefined && state.fetchFailureReason instanceof NetworkError)?.state
    .fetchFailureReason ?? undefined;

/** The network error because of which a screen shows kept data; undefined when all data shown is current. */
export const useStaleFor = (): Error | undefined => useSyncExternalStore(watch, cutOff);
