import { expect, it } from "vitest";
import { reachOf } from "./reach";

it("tells which devices can open the link of a till", () => {
  for (const here of [
    "http://localhost:8080/m",
    "https://localhost/m",
    "http://127.0.0.1/m",
    "http://[::1]/m",
  ])
    expect(reachOf(here), here).toBe("here");
  for (const plain of ["http://192.168.1.20:8080/m", "http://kapok.example/m"])
    expect(reachOf(plain), plain).toBe("withoutCamera");
  for (const open of ["https://kapok.example/m", "https://192.168.1.20/m", "https://127.example/m"])
    expect(reachOf(open), open).toBe("everywhere");
});
