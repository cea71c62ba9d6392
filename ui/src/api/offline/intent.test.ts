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
  it("keeps its key over a network error and a reload", async () => {
    const first = intent("transfer", order);
    await once(first, fail(new NetworkError())).catch(() => {});
    await once(first, fail(new ApiProblem(503, {}))).catch(() => {});
    expect(intent("transfer", order).key).toBe(first.key);
  });

  it("ends with a final response, success or refusal", async () => {
    const first = intent("transfer", order);
    await once(first, async () => "receipt");
    const second = intent("transfer", order);
    expect(second.key).not.toBe(first.key);
    await once(second, fail(new ApiProblem(422, { code: "transfer_refused" }))).catch(() => {});
    expect(intent("transfer", order).key).not.toBe(second.key);
  });

  it("gets a new key when the details differ", () => {
    expect(intent("transfer", order).key).not.toBe(intent("transfer", { ...order, amount: 6 }).key);
  });
});

describe("an intent that an earlier version of the app left open", () => {
  it("keeps its key for the same request until its final response, once", () => {
    sessionStorage.setItem("intent:purchase:i1", '17-ab {"recipient":"bob","amount":5}');
    const first = intent("purchase:i1", order);
    expect(first.key).toBe("17-ab");
    expect(intent("purchase:i1", order).key).toBe("17-ab");
    first.settle();
    expect(sessionStorage).toHaveLength(0);
    expect(intent("purchase:i1", order).key).not.toBe("17-ab");
  });

  it("is not taken for another request, and a damaged one is ignored", () => {
    sessionStorage.setItem("intent:stock", '17-ab {"recipient":"bob","amount":5}');
    expect(intent("stock", { ...order, amount: 6 }).key).not.toBe("17-ab");
    sessionStorage.setItem("intent:adjust", "17-ab");
    expect(intent("adjust", order).key).not.toBe("17-ab");
    expect(sessionStorage.getItem("intent:adjust")).toBeNull();
  });
});
