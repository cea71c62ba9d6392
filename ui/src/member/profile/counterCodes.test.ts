import { describe, expect, it } from "vitest";
import { codeAt, type KeptCodes } from "./counterCodes";

const kept: KeptCodes = {
  serverTime: "2026-11-12T04:00:10.000Z",
  from: "2026-11-12T04:00:00.000Z",
  stepSeconds: 30,
  codes: ["a", "b"],
  aheadMs: 0,
};
const at = (text: string, aheadMs = 0) => codeAt({ ...kept, aheadMs }, Date.parse(text) + aheadMs);

describe("the code of a moment", () => {
  it("changes every 30 seconds and ends with the last one", () => {
    expect(at("2026-11-12T04:00:10.000Z")).toEqual({ code: "a", left: 20 });
    expect(at("2026-11-12T04:00:29.999Z")).toEqual({ code: "a", left: 1 });
    expect(at("2026-11-12T04:00:30.000Z")).toEqual({ code: "b", left: 30 });
    expect(at("2026-11-12T04:01:00.000Z")).toBeUndefined();
  });

  it("follows the server's clock where that of the phone is wrong", () => {
    expect(at("2026-11-12T04:00:45.000Z", 3_600_000)).toEqual({ code: "b", left: 15 });
    expect(at("2026-11-12T04:00:45.000Z", -3_600_000)).toEqual({ code: "b", left: 15 });
  });
});
