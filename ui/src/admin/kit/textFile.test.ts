import { expect, it } from "vitest";
import { decode } from "./textFile";

it("reads UTF-8 with and without BOM, and Big5 and GBK on request", () => {
  expect(decode(new TextEncoder().encode("\uFEFF木棉"))).toBe("木棉");
  const big5 = new Uint8Array([0xa4, 0xec, 0xb4, 0xd6]);
  expect(decode(big5)).toBeUndefined();
  expect(decode(big5, "big5")).toBe("木棉");
  expect(decode(new Uint8Array([0xc4, 0xbe, 0xc3, 0xde]), "gbk")).toBe("木棉");
});
