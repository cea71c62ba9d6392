import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { NetworkError } from "../../../api/problem";
import { makeCodes } from "../../catalogue/campaigns/codes";
import { changeStock } from "../../catalogue/items/stock";
import { announcements } from "../../members/announcements/announcements";
import type { Campaign } from "./kinds";

const sent: (string | null)[] = [];
const answers: Response[] = [];

beforeEach(() => {
  sessionStorage.clear();
  sent.length = 0;
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    sent.push(new Headers(init.headers).get("Idempotency-Key"));
    const next = answers.shift();
    if (!next) throw new TypeError("the line is cut");
    return next;
  });
});
afterEach(() => vi.unstubAllGlobals());

const campaign = { _id: "c1", codes: 0 } as Campaign;
const news = { title: { en: "News" }, body: { en: "Hello" }, segment: {}, state: "draft" } as const;

const writes = {
  "stock that is added": (more: number) => changeStock("i1", 10, { add: 5 + more }),
  "codes that are made": (more: number) => makeCodes(campaign, 100 + more),
  "an announcement": (more: number) =>
    announcements.create({ ...news, title: { en: more ? "Other news" : "News" } }),
};

describe.each(Object.entries(writes))("%s", (_, write) => {
  it("keeps one key until it is answered, then uses a new one", async () => {
    await expect(write(0)).rejects.toThrow(NetworkError);
    answers.push(new Response("{}", { headers: { "Content-Type": "application/json" } }));
    await write(0);
    await expect(write(0)).rejects.toThrow(NetworkError);
    const [lost, again, anew] = sent;
    expect(lost).toBeTruthy();
    expect(again).toBe(lost);
    expect(anew).not.toBe(lost);
  });

  it("has another key with other details", async () => {
    await expect(write(0)).rejects.toThrow(NetworkError);
    await expect(write(1)).rejects.toThrow(NetworkError);
    expect(sent[1]).not.toBe(sent[0]);
  });
});
