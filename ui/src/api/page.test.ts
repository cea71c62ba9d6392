import { describe, expect, it } from "vitest";
import { nextCursor } from "./page";

const next = (link?: string) => nextCursor(new Headers(link ? { Link: link } : {}));

describe("the next page", () => {
  it("comes from the Link header", () => {
    expect(next('</api/transaction/listMyTransactions?limit=30&cursor=0192%2Fa>; rel="next"')).toBe("0192/a");
    expect(next("<https://kapok.example/api/x?cursor=b>; rel=next")).toBe("b");
  });

  it("is found among other links", () => {
    expect(next('</api/x>; rel="first", </api/x?cursor=c>; rel="next"')).toBe("c");
  });

  it("is undefined without a header, a next link or a cursor", () => {
    expect(next()).toBeUndefined();
    expect(next('</api/x?cursor=c>; rel="prev"')).toBeUndefined();
    expect(next('</api/x>; rel="next"')).toBeUndefined();
  });
});
