import { expect, test } from "vitest";
import { readFile } from "./codeFile";

const file = (...bytes: number[]) => new Blob([new Uint8Array(bytes)]);

test("a file is readable only in its own encoding", async () => {
  const big5 = file(0xb3, 0xc6, 0xb5, 0xf9);
  expect(await readFile(big5, "big5")).toEqual({ text: "備註" });
  expect(await readFile(big5, "utf-8")).toEqual({ unread: "encoding" });
  expect(await readFile(file(0xb1, 0xb8, 0xd7, 0xa2), "gbk")).toEqual({ text: "备注" });
  expect(await readFile(file(0xef, 0xbb, 0xbf, 0x41), "big5")).toEqual({ text: "A" });
});

test("a file over the server's limit is not sent", async () => {
  expect(await readFile(new Blob([new Uint8Array(4 * 1024 * 1024 + 1)]), "utf-8")).toEqual({
    unread: "size",
  });
});
