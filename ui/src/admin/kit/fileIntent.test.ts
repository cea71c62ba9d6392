import { beforeEach, describe, expect, it } from "vitest";
import { once } from "../../api/offline/once";
import { NetworkError } from "../../api/problem";
import { fileIntent } from "./fileIntent";

beforeEach(() => localStorage.clear());

const people = { name: "people.csv", csv: "lastName,firstName,points\nChan,Tai Man,500\n" };
const meant = (file = people) => fileIntent("load-members", file);
const lose = () =>
  once(meant(), async () => {
    throw new NetworkError();
  }).catch(() => {});

describe("the intent of importing a file", () => {
  it("keeps its key if the file is chosen again after a lost response", async () => {
    const { key } = meant();
    await lose();
    expect(meant({ ...people }).key).toBe(key);
  });

  it("has its own key for another name, text or list, and keeps the first key", () => {
    const { key } = meant();
    const others = [
      meant({ ...people, name: "others.csv" }),
      meant({ ...people, csv: people.csv.replace("500", "600") }),
      fileIntent("load-staff", people),
    ];
    expect(new Set([key, ...others.map((other) => other.key)]).size).toBe(4);
    expect(meant().key).toBe(key);
  });

  it("ends with the server's response", async () => {
    const { key } = meant();
    await once(meant(), async () => "made");
    expect(meant().key).not.toBe(key);
    meant().settle();
    expect(localStorage).toHaveLength(0);
  });

  it("survives the tab for a file of any length, and stores no names", () => {
    const long = { name: "chan-tai-man.csv", csv: people.csv.repeat(100_000) };
    const { key } = meant(long);
    const kept = JSON.stringify({ ...localStorage });
    expect(kept).toContain(key);
    expect(kept.length).toBeLessThan(200);
    expect(kept.toLowerCase()).not.toContain("chan");
  });

  it("keeps the key that an earlier version of the app gave it", () => {
    const { key } = meant();
    const kind = /load-members:\w+/.exec(JSON.stringify({ ...localStorage }))?.[0];
    localStorage.clear();
    localStorage.setItem(`intent:${kind}`, `17-ab ${people.csv.length}`);
    expect([meant().key, meant().key]).toEqual(["17-ab", "17-ab"]);
    expect(key).not.toBe("17-ab");
  });
});
