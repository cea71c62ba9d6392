import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import type { components } from "../../api/schema";

/** The codes of an hour, and by how much the clock of this phone differs from that of the server. */
export type KeptCodes = components["schemas"]["CounterCodes"] & { aheadMs: number };

export const counterCodesQuery = () =>
  queryOptions({
    queryKey: ["counterCodes"],
    queryFn: async ({ signal }): Promise<KeptCodes> => {
      const codes = await call("get", "/api/auth/counterCodes", { signal });
      return { ...codes, aheadMs: Date.now() - Date.parse(codes.serverTime) };
    },
    // Half of the codes are left when the next hour is fetched.
    staleTime: 1_800_000,
    gcTime: 3_600_000,
  });

/** The code of a moment by this phone's clock, and the seconds for which it is shown. Undefined after the last code. */
export function codeAt({ from, stepSeconds, codes, aheadMs }: KeptCodes, now: number) {
  const passed = (now - aheadMs - Date.parse(from)) / 1_000;
  const code = codes[Math.max(0, Math.floor(passed / stepSeconds))];
  const left = stepSeconds - (Math.max(0, Math.floor(passed)) % stepSeconds);
  return code === undefined ? undefined : { code, left };
}
