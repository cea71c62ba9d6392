import { describe, expect, it } from "vitest";
import { toggled } from "./article";

describe("a like", () => {
  it("is given and taken back", () => {
    const liked = toggled({ likes: 2, likedUsers: [] }, "m1");
    expect(liked).toEqual({ likes: 3, likedUsers: ["m1"] });
    expect(toggled(liked, "m1")).toEqual({ likes: 2, likedUsers: [] });
  });

  it("never counts below none", () => {
    expect(toggled({ likes: 0, likedUsers: ["m1"] }, "m1").likes).toBe(0);
  });
});
