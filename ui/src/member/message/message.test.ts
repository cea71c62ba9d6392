import { describe, expect, it } from "vitest";
import { knownLink, shownMessage } from "./message";

const origin = "https://kapok.example";
const query = (text: string) => new URLSearchParams(text);

describe("the button of the result page", () => {
  it.each([
    ["/login", "/login"],
    ["/article/7?from=mail#top", "/article/7?from=mail#top"],
    ["https://kapok.example/points", "/points"],
  ])("leads to %s", (link, target) => {
    expect(knownLink(link, origin)).toBe(target);
  });

  it.each([
    "https://evil.example/login",
    "//evil.example/login",
    "/\\evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "/api/auth/logout",
    "/admin",
    "https://kapok.example.evil.example/",
    "http://kapok.example/login",
    "http://[",
    undefined,
    7,
  ])("leads to Home rather than to %s", (link) => {
    expect(knownLink(link, origin)).toBe("/");
  });
});

describe("the text of the result page", () => {
  it("comes from the navigation state, whatever the address says", () => {
    const state = { tone: "success", title: "Done", message: "Sent", buttonText: "Home", buttonLink: "/" };
    expect(shownMessage(state, query("message=Other"), origin)).toEqual(state);
  });

  it("comes from the address otherwise, without tone or title", () => {
    const shown = shownMessage(
      { showBackIcon: true },
      query("message=a%0Ab&buttonText=On&buttonLink=/points&tone=success&title=Prize"),
      origin,
    );
    expect(shown).toEqual({ message: "a\nb", buttonText: "On", buttonLink: "/points" });
  });

  it("takes earned points and a bought coupon from the navigation state only, and only with figures", () => {
    const earned = { points: 50, balance: 12_530 };
    const bought = { _id: "r", name: { en: "Bun" }, image: "/bun.svg", points: 60, balance: 40 };
    const state = { message: "Yours", buttonLink: "/saved" };
    expect(shownMessage({ ...state, earned }, query(""), origin)).toMatchObject({ earned });
    expect(shownMessage({ ...state, bought }, query(""), origin)).toMatchObject({ bought });
    const odd = { ...state, earned: { points: "50" }, bought: "a coupon" };
    expect(shownMessage(odd, query(""), origin)).toEqual(state);
    expect(shownMessage(null, query("message=a&earned=50&buttonLink=/saved"), origin)).toEqual({
      message: "a",
      buttonLink: "/saved",
    });
  });

  it("is cut at 500 characters, without splitting one", () => {
    const shown = shownMessage(null, query(`message=${encodeURIComponent("🌺".repeat(600))}`), origin);
    expect([...(shown?.message ?? "")]).toHaveLength(500);
    expect(shown?.message).toMatch(/🌺…$/u);
  });

  it("is undefined without a message", () => {
    expect(shownMessage(null, query("message=%20&buttonLink=/"), origin)).toBeUndefined();
  });
});
