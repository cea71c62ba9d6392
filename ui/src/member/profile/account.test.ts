import { expect, it } from "vitest";
import { fullName, phoneText } from "./account";

it.each([
  ["Mei Yi", "Chan", "Mei Yi Chan"],
  ["美儀", "陳", "陳美儀"],
  ["Mei", "", "Mei"],
  ["美儀", "Chan", "美儀 Chan"],
])("formats the name %s %s as %s", (firstName, lastName, name) => {
  expect(fullName({ firstName, lastName })).toBe(name);
});

it.each([
  ["61234567", "+852 6123 4567"],
  ["+85261234567", "+85261234567"],
])("formats the phone number %s as %s", (phone, shown) => {
  expect(phoneText(phone)).toBe(shown);
});
