import { expect, it } from "vitest";
import { goOut, isGoingOut } from "./session";

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
