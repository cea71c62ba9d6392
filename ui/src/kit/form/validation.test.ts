import { expect, it } from "vitest";
import { isHongKongPhone } from "./validation";

it("a code is sent to the numbers that the server takes, and to no others", () => {
  const sound = [..."0123456789"].filter((first) => isHongKongPhone(`${first}1234567`));
  expect(sound).toEqual([..."456789"]);
  expect(["6123456", "612345678", "6123456a"].filter(isHongKongPhone)).toEqual([]);
});
