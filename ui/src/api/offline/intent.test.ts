import { beforeEach, describe, expect, it } from "vitest";
import { ApiProblem, NetworkError } from "../problem";
import { intent } from "./intent";
import { once } from "./once";

beforeEach(() => sessionStorage.clear());

const order = { recipient: "bob", amount: 5 };
const fail = (error: Error) => async () => {
  throw error;
};

describe("an intent", () => {
  it("keeps its key over a lost line and a reload", async () => {
    const first = intent("transfer", order);
    await once(first, fail(new NetworkError())).catch(() => {});
    await once(first, fail(new ApiProblem(503, {}))).catch(() => {});
    expect(intent("transfer", order).key).toBe(first.key);
  });

  it("is over with a final answer, good or bad", async () => {
    const first = intent("transfer", order);
    await once(first, async () => "receipt");
    const second = intent("transfer", order);
    expect(second.key).not.toBe(first.key);
    await once(second, fail(new ApiProblem(422, { code: "transfer_refused" }))).catch(() => {});
    expect(intent("transfer", order).key).not.toBe(second.key);
  });

  it("is another one for other details", () => {
    expect(intent("transfer", order).key).not.toBe(intent("transfer", { ...order, amount: 6 }).key);
  });
});
