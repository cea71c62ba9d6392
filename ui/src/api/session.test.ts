import { expect, it } from "vitest";
import {
  dropLegacy,
  endSession,
  forgetSession,
  goOut,
  isGoingOut,
  keepRequestToken,
  onSessionEnd,
  toldOfEnd,
} from "./session";

it("fetches nothing ahead once a log out begins, unless the log out fails", async () => {
  expect(isGoingOut()).toBe(false);
  let refuse = (_: Error) => {};
  const lost = goOut(
    () =>
      new Promise((_, reject) => {
        refuse = reject;
      }),
  );
  expect(isGoingOut()).toBe(true);
  refuse(new Error("cut"));
  await expect(lost).rejects.toThrow("cut");
  expect(isGoingOut()).toBe(false);
  await goOut(async () => {});
  expect(isGoingOut()).toBe(true);
});

it("remembers over reloads that a session ended, until the notice was shown", () => {
  const known: boolean[] = [];
  const stop = onSessionEnd((was) => known.push(was));
  endSession();
  keepRequestToken("t");
  endSession();
  // The page was loaded again before the login screen appeared: the token is already gone.
  endSession();
  toldOfEnd();
  endSession();
  keepRequestToken("t");
  endSession();
  forgetSession();
  endSession();
  expect(known).toEqual([false, true, true, false, true, false]);
  stop();
});

it("removes at the first start what older clients stored about the member on this device", () => {
  localStorage.setItem("userInfo", JSON.stringify({ email: "mei@example.org" }));
  localStorage.setItem("rememberPassword", "secret");
  localStorage.setItem("Language", "zh");
  dropLegacy();
  expect(Object.keys(localStorage)).toEqual(["Language"]);
  localStorage.clear();
});
