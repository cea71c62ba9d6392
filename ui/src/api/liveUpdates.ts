import { keepBalance } from "./balance";
import { userQuery } from "./member";
import { queryClient } from "./queries";
import { unreadQuery } from "./unread";

/** How often the server is asked where it cannot tell by itself. */
const ASK_MS = 30_000;
/** A stream tells at once; one that is still silent by then is held up on its way. */
const SILENCE_MS = 15_000;
/** The first time, a renewed session is all that was missing. */
const AGAIN_MS = 1_000;

interface Standing {
  points: number;
  unread: number;
  /** When a counter last collected a coupon of the member's. */
  lastCollected?: string | undefined;
}

/** Where that moment is kept for the screen on which a coupon is open. */
export const lastCollectedKey = ["collected"] as const;

/** How often the inbox has grown, kept there alike: a coupon that the counter gives back comes with a line in it. */
export const newsKey = ["news"] as const;

/** What an event says; undefined when it makes no sense. */
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
 * Keeps the balance and the count of unread notifications current, by the server's stream while the
 * page is in sight, and by asking now and then where there is none. Calls `heard` with each balance
 * that it learns; the answer stops it.
 */
export function followLiveUpdates(heard: (points: number) => void): () => void {
  let stream: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  // Whatever was begun before a later turn has nothing more to say.
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
      // Closed means refused. After a lost line the browser tries again by itself, within limits.
      if (source.readyState === EventSource.CLOSED) void fail();
      else wait(fail, SILENCE_MS);
    });
  }

  async function fail() {
    close();
    failures += 1;
    const mine = turn;
    try {
      // Renews the session on the way, once, if that was the reason; ends it if there is none.
      const { points } = await queryClient.fetchQuery({ ...userQuery(), staleTime: 0, retry: false });
      if (mine === turn) heard(points);
      void queryClient.invalidateQueries({ queryKey: unreadQuery().queryKey });
    } catch {
      // Asked again below; the banner says that the line is lost.
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
