import { queryOptions } from "@tanstack/react-query";
import { call } from "./call";
import { authKey } from "./preloadSession";
import type { components } from "./schema";

export type UserInfo = components["schemas"]["UserInfo"];
/** What the readable `userInfo` cookie holds: enough for the first paint, nothing personal beyond a first name. */
export type CachedUser = Pick<
  UserInfo,
  "_id" | "firstName" | "shortId" | "role" | "points" | "biometric" | "firstTimeLogin"
>;

/** The member as the cookie remembers them; undefined for a visitor or a cookie that cannot be read. */
export function cachedUser(): CachedUser | undefined {
  const found = document.cookie.match(/(?:^|;\s*)userInfo=([^;]*)/)?.[1];
  if (!found) return undefined;
  try {
    const told: Partial<CachedUser> | null = JSON.parse(decodeURIComponent(found));
    if (!told || typeof told._id !== "string") return undefined;
    return {
      _id: told._id,
      firstName: told.firstName ?? "",
      shortId: told.shortId ?? "",
      role: told.role ?? "",
      points: told.points ?? 0,
      biometric: told.biometric ?? false,
      firstTimeLogin: told.firstTimeLogin ?? false,
    };
  } catch {
    return undefined;
  }
}

/** Asks whether the session stands, anew for each path: 401 means no, any other failure means unknown. */
export const authQuery = (path: string) =>
  queryOptions({
    queryKey: authKey(path),
    queryFn: ({ signal }) => call("get", "/api/auth/checkAuthToken", { signal }),
    // What was asked before the first screen need not be asked again with it.
    staleTime: 1000,
    gcTime: 0,
    retry: false,
    // A line may be back without the device's ever having said that it was gone.
    refetchInterval: ({ state }) => (state.error ? 10_000 : false),
  });

/** The member's own record. */
export const userQuery = () =>
  queryOptions({
    queryKey: ["user"],
    queryFn: ({ signal }) => call("get", "/api/auth/getUserInfo", { signal }),
    staleTime: 30_000,
  });
