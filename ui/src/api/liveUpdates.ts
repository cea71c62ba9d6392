import { keepBalance } from "./balance";
import { userQuery } from "./member";
import { queryClient } from "./queries";
import { unreadQuery } from "./unread";

/** The interval at which the server is polled while no stream is open. */
const ASK_MS = 30_000;
/** A stream sends its first event at once. If none has come by then, a proxy holds the stream back. */
const SILENCE_MS = 15_000;
/** Delay before the first retry: the stream was often refused only because the session had to be renewed. */
const AGAIN_MS = 1_000;

interface Standing {
  points: number;
  unread: number;
  /** The time at which a counter last collected one of the member's coupons. */
  lastCollected?: string | undefined;
}

/** Query key of `lastCollected`, for the screen that shows an open coupon. */
export const lastCollectedKey = ["collected"] as const;

/** Query key: how often the inbox has grown. A coupon that the counter gives back adds a notification. */
export const newsKey = ["news"] as const;

/** Query key: the last growth of the balance while the app was open, and the balance after it. */
export const arrivalKey = ["arrival"] as const;
export interface Arrival {
  points: number;
  balance: number;
}

/** Parses an event; undefined when it is invalid. */
export function standingOf(data: string): Standing | undefined {
  try {
    const told: Partial<Standing> | null = JSON.parse(data);
    if (typeof told?.points !== "number" || typeof told.unread !== "number") return undefined;
    const { points, unread, lastCollected } = told;
    return typeof lastCollected === "string" ? { points, unread, lastCollected } : { points, unread };
  } catch {
    return undefined;
  }
}

function learn({ points, unread, lastCollected }: Standing) {
  keepBalance(points);
  if (lastCollected && queryClient.getQueryData(lastCollectedKey) !== lastCollected) {
    queryClient.setQueryData(lastCollectedKey, lastCollected);
    void queryClient.invalidateQueries({ queryKey: ["redemptions"] });
  }
  const key = unreadQuery().queryKey;
  const more = unread > (queryClient.getQueryData(key) ?? unread);
  queryClient.setQueryData(key, unread);
  if (!more) return;
  void queryClient.invalidateQueries({ queryKey: ["inbox"] });
  queryClient.setQueryData<number>(newsKey, (times = 0) => times + 1);
}

/**
 * Keeps the balance and the count of unread notifications current: by the server's event stream while the
 * page is visible, by polling where there is no stream. Calls `heard` with each new balance. Call the
 * returned function to stop.
 */
export function followLiveUpdates(heard: (points: number) => void): () => void {
  let stream: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  // Increases with each `close()`. Work that started in an earlier turn must not report any more.
  let turn = 0;

  function close() {
    turn += 1;
    clearTimeout(timer);
    stream?.close();
    stream = undefined;
  }

  function wait(work: () => void, ms: number) {
    clearTimeout(timer);
    timer = setTimeout(work, ms);
  }

  function open() {
    close();
    if (document.hidden) return;
    if (!("EventSource" in globalThis)) return void fail();
    const source = new EventSource("/api/events");
    stream = source;
    wait(fail, SILENCE_MS);
    source.addEventListener("standing", ({ data }) => {
      clearTimeout(timer);
      failures = 0;
      const told = standingOf(data);
      if (!told) return;
      learn(told);
      heard(told.points);
    });
    source.addEventListener("error", () => {
      // CLOSED means refused. After a network error the browser reconnects by itself.
      if (source.readyState === EventSource.CLOSED) void fail();
      else wait(fail, SILENCE_MS);
    });
  }

  async function fail() {
    close();
    failures += 1;
    const mine = turn;
    try {
      // `call` renews the session if that was the reason, and ends it if renewal fails.
      const { points } = await queryClient.fetchQuery({ ...userQuery(), staleTime: 0, retry: false });
      if (mine === turn) heard(points);
      void queryClient.invalidateQueries({ queryKey: unreadQuery().queryKey });
    } catch {
      // Polled again below. The banner shows the network error.
    }
    if (mine === turn) wait(open, failures === 1 ? AGAIN_MS : ASK_MS);
  }

  document.addEventListener("visibilitychange", open);
  window.addEventListener("online", open);
  open();
  return () => {
    document.removeEventListener("visibilitychange", open);
    window.removeEventListener("online", open);
    close();
  };
}
