import { expect, it } from "vitest";
import { isHongKongPhone } from "./validation";

it("accepts the same phone numbers as the server, and no others", () => {
  const sound = [..."0123456789"].filter((first) => isHongKongPhone(`${first}1234567`));
  expect(sound).toEqual([..."456789"]);
  expect(["6123456", "612345678", "6123456a"].filter(isHongKongPhone)).toEqual([]);
});
