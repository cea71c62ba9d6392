import { queryOptions } from "@tanstack/react-query";
import { generate } from "lean-qr";
import { call } from "../../api/call";
import { nextCursor } from "../../api/page";
import { DESK } from "../session";

const LIMIT = 500;
const PAGES = 20;

/** Every code of a campaign: to print them again. */
export const codesQuery = (id: string) =>
  queryOptions({
    queryKey: [DESK, "campaigns", "codes", id],
    queryFn: async ({ signal }) => {
      const texts: string[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < PAGES; page++) {
        let next: string | undefined;
        const rows = await call("get", "/api/admin/campaigns/{id}/codes", {
          path: { id },
          query: { limit: LIMIT, ...(cursor ? { cursor } : {}) },
          signal,
          answered: (headers) => {
            next = nextCursor(headers);
          },
        });
        texts.push(...rows.map(({ text }) => text));
        cursor = next;
        if (!cursor) break;
      }
      return texts;
    },
  });

export const makeCodes = (id: string, count: number) =>
  call("post", "/api/admin/campaigns/{id}/codes", { path: { id }, body: { count } });

/** A QR code as a file that a printer takes, with the clear modules that a scanner needs. */
export function qrFile(text: string): string {
  const code = generate(text);
  const clear = 4;
  let path = "";
  for (let y = 0; y < code.size; y++) {
    for (let x = 0; x < code.size; x++) {
      if (code.get(x, y)) path += `M${x + clear} ${y + clear}h1v1h-1z`;
    }
  }
  const edge = code.size + 2 * clear;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${edge} ${edge}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${edge}v${edge}H0z"/><path d="${path}"/></svg>\n`;
}
