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

it("nothing is fetched ahead from the moment of a log out, unless the member stays after all", async () => {
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

it("that somebody was signed in is known until they were told, however often the page is loaded meanwhile", () => {
  const known: boolean[] = [];
  const stop = onSessionEnd((was) => known.push(was));
  endSession();
  keepRequestToken("t");
  endSession();
  // The page was loaded again before it came to the log in: the token is gone by now.
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

it("what older clients left of the member on this device goes with the first start", () => {
  localStorage.setItem("userInfo", JSON.stringify({ email: "mei@example.org" }));
  localStorage.setItem("rememberPassword", "secret");
  localStorage.setItem("Language", "zh");
  dropLegacy();
  expect(Object.keys(localStorage)).toEqual(["Language"]);
  localStorage.clear();
});
