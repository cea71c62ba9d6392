import { afterEach, describe, expect, it, vi } from "vitest";
import { queryClient } from "../../api/queries";
import { articleQuery, isLiked, listedArticle, toggled, toggleLike } from "./article";

describe("a like", () => {
  it("can be given and taken back", () => {
    const liked = toggled({ likes: 2, likedUsers: [] }, "m1");
    expect(liked).toEqual({ likes: 3, likedUsers: ["m1"] });
    expect(toggled(liked, "m1")).toEqual({ likes: 2, likedUsers: [] });
  });

  it("never makes the count negative", () => {
    expect(toggled({ likes: 0, likedUsers: ["m1"] }, "m1").likes).toBe(0);
  });
});

describe("pressing the like button", () => {
  const { queryKey } = articleQuery("a1");
  const calls: { path: string; answer(status: number): void }[] = [];
  const shown = () => queryClient.getQueryData(queryKey);
  const press = () => {
    const article = shown();
    return article && toggleLike(article);
  };
  const begin = () => {
    calls.length = 0;
    queryClient.setQueryData(queryKey, { _id: "a1", likes: 7, likedUsers: [] } as never);
    vi.stubGlobal(
      "fetch",
      (path: string) =>
        new Promise((resolve) => {
          const likes = path.includes("/unlike/") ? 7 : 8;
          const answer = (status: number) =>
            resolve(
              new Response(JSON.stringify(status === 200 ? { likes } : {}), {
                status,
                headers: { "Content-Type": "application/json" },
              }),
            );
          calls.push({ path, answer });
        }),
    );
  };
  const asked = async (count: number) => {
    await vi.waitFor(() => expect(calls).toHaveLength(count));
    return calls[count - 1];
  };
  afterEach(() => vi.unstubAllGlobals());

  it("twice quickly sends two calls in order, and the last press wins", async () => {
    begin();
    const done = press();
    press();
    expect([shown()?.likes, calls.length]).toEqual([7, 1]);
    (await asked(1))?.answer(200);
    (await asked(2))?.answer(200);
    await done;
    expect(calls.map(({ path }) => path)).toEqual(["/api/article/like/a1", "/api/article/unlike/a1"]);
    expect(shown()).toMatchObject({ likes: 7, likedUsers: [] });
  });

  it("three times is one like", async () => {
    begin();
    const done = press();
    press();
    press();
    (await asked(1))?.answer(200);
    await done;
    expect(calls).toHaveLength(1);
    expect([shown()?.likes, isLiked(shown() ?? { likedUsers: [] })]).toEqual([8, true]);
  });

  it("shows the server's state again when the call fails", async () => {
    begin();
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const done = press();
    press();
    (await asked(1))?.answer(503);
    await done;
    expect(shown()).toMatchObject({ likes: 7, likedUsers: [] });
    const again = press();
    (await asked(2))?.answer(200);
    await again;
    expect(shown()).toMatchObject({ likes: 8 });
  });
});

describe("an article of a cached list", () => {
  afterEach(() => queryClient.clear());

  it("is known, except its text, before it is fetched", () => {
    queryClient.setQueryData(["articles", "news"], [{ _id: "a1" }, { _id: "a2" }] as never);
    queryClient.setQueryData(["articles", "activities"], [{ _id: "a3" }] as never);
    expect(["a2", "a3", "a4"].map((id) => listedArticle(id)?._id)).toEqual(["a2", "a3", undefined]);
  });
});
