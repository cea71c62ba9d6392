import { expect, it } from "vitest";
import { isSound, SIGNS } from "./shortCode";

it("accepts a short code in any typed form by the server's check character", () => {
  for (const typed of ["22222222", "3333-333z", " 4444 444Y "]) expect(isSound(typed)).toBe(true);
  for (const typed of ["", "2222222", "222222222", "TEA-0001", "0O1I0O1I"])
    expect(isSound(typed)).toBe(undefined);
});

it("detects any single wrong character", () => {
  for (let place = 0; place < 8; place++) {
    for (const sign of SIGNS.replace("2", "")) {
      expect(isSound(`${"2".repeat(place)}${sign}${"2".repeat(7 - place)}`)).toBe(false);
    }
  }
});
