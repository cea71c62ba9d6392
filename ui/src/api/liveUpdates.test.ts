import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { followLiveUpdates, lastCollectedKey, newsKey, standingOf } from "./liveUpdates";
import { userQuery } from "./member";
import { queryClient } from "./queries";
import { unreadQuery } from "./unread";

const MEMBER = {
  _id: "m1",
  firstName: "Mei",
  lastName: "Chan",
  initials: "MC",
  email: "mei@example.hk",
  phone: "61234567",
  shortId: "K7Q2M9XA",
  role: "member",
  points: 40,
  biometric: false,
  firstTimeLogin: false,
  referralCode: "K7Q2M9XA",
  language: "en",
} as const;

class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static opened: Stream[] = [];
  readyState = 1;
  constructor(readonly url: string) {
    super();
    Stream.opened.push(this);
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
  tell(data: string) {
    this.dispatchEvent(new MessageEvent("standing", { data }));
  }
  refuse() {
    this.readyState = Stream.CLOSED;
    this.dispatchEvent(new Event("error"));
  }
}

const asked = vi.fn(async () => Response.json({ ...MEMBER, points: 55 }));
const heard: number[] = [];
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", Stream);
  vi.stubGlobal("fetch", asked);
  Stream.opened = [];
  heard.length = 0;
  asked.mockClear();
  queryClient.setQueryData(userQuery().queryKey, { ...MEMBER });
  stop = followLiveUpdates((points) => heard.push(points));
});

afterEach(() => {
  stop();
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const newest = () => Stream.opened.at(-1);

describe("an event of the stream", () => {
  it.each([["{}"], ["null"], ["not json"], ['{"points":"1","unread":0}']])("is ignored as %s", (data) => {
    expect(standingOf(data)).toBeUndefined();
  });
});

describe("following a member's balance and unread count", () => {
  it("stores what the stream sends, without a request", () => {
    newest()?.tell('{"points":47,"unread":2}');
    expect(heard).toEqual([47]);
    expect(queryClient.getQueryData(userQuery().queryKey)?.points).toBe(47);
    expect(queryClient.getQueryData(unreadQuery().queryKey)).toBe(2);
    expect(queryClient.getQueryData(newsKey), "how many there were at first is no news").toBeUndefined();
    newest()?.tell('{"points":47,"unread":3}');
    newest()?.tell('{"points":47,"unread":0}');
    expect(queryClient.getQueryData(newsKey)).toBe(1);
    vi.advanceTimersByTime(120_000);
    expect(asked).not.toHaveBeenCalled();
  });

  it("reports that a counter collected a coupon, and refetches the list", () => {
    const list = ["redemptions", "all"];
    queryClient.setQueryData(list, []);
    newest()?.tell('{"points":40,"unread":0}');
    expect(queryClient.getQueryState(list)?.isInvalidated).toBe(false);
    newest()?.tell('{"points":40,"unread":0,"lastCollected":"2026-11-12T06:32:08.000Z"}');
    expect(queryClient.getQueryData(lastCollectedKey)).toBe("2026-11-12T06:32:08.000Z");
    expect(queryClient.getQueryState(list)?.isInvalidated).toBe(true);
  });

  it("asks once when the stream is refused, and soon opens it again", async () => {
    newest()?.refuse();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(heard).toEqual([55]);
    expect(asked).toHaveBeenCalledOnce();
    expect(Stream.opened).toHaveLength(2);
  });

  it("asks every half minute while the stream stays refused", async () => {
    newest()?.refuse();
    await vi.advanceTimersByTimeAsync(1_000);
    for (const times of [2, 3, 4]) {
      newest()?.refuse();
      await vi.advanceTimersByTimeAsync(29_000);
      expect(asked).toHaveBeenCalledTimes(times);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(Stream.opened).toHaveLength(5);
  });

  it("asks when the stream opens but sends nothing", async () => {
    await vi.advanceTimersByTimeAsync(15_000);
    expect(heard).toEqual([55]);
  });

  it("pauses while the page is hidden", () => {
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(newest()?.readyState).toBe(Stream.CLOSED);
    vi.advanceTimersByTime(120_000);
    expect(asked).not.toHaveBeenCalled();
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(Stream.opened).toHaveLength(2);
    hidden.mockRestore();
  });

  it("makes no requests once stopped", async () => {
    stop();
    newest()?.tell('{"points":1,"unread":0}');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Stream.opened).toHaveLength(1);
    expect(asked).not.toHaveBeenCalled();
  });
});
