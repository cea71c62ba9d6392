import { queryOptions } from "@tanstack/react-query";
import { call } from "./call";
import { authKey } from "./preloadSession";
import type { components } from "./schema";

export type UserInfo = components["schemas"]["UserInfo"];
/** Contents of the `userInfo` cookie: enough for the first paint, no personal data but a first name and initials. */
export type CachedUser = Pick<
  UserInfo,
  "_id" | "firstName" | "initials" | "face" | "shortId" | "role" | "points" | "biometric" | "firstTimeLogin"
>;

/** The member from the cookie; undefined for a visitor or for a cookie that cannot be parsed. */
export function cachedUser(): CachedUser | undefined {
  const found = document.cookie.match(/(?:^|;\s*)userInfo=([^;]*)/)?.[1];
  if (!found) return undefined;
  try {
    const told: Partial<CachedUser> | null = JSON.parse(decodeURIComponent(found));
    if (!told || typeof told._id !== "string") return undefined;
    return {
      _id: told._id,
      firstName: told.firstName ?? "",
      initials: told.initials ?? "",
      ...(told.face && { face: told.face }),
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

/** Checks the session, separately for each path. 401 means no session; any other failure means unknown. */
export const authQuery = (path: string) =>
  queryOptions({
    queryKey: authKey(path),
    queryFn: ({ signal }) => call("get", "/api/auth/checkAuthToken", { signal }),
    // The check that ran before the first screen is not repeated with that screen.
    staleTime: 1000,
    gcTime: 0,
    retry: false,
    // The connection may come back although the device never reported that it was offline.
    refetchInterval: ({ state }) => (state.error ? 10_000 : false),
  });

/** The member's own record. */
export const userQuery = () =>
  queryOptions({
    queryKey: ["user"],
    queryFn: ({ signal }) => call("get", "/api/auth/getUserInfo", { signal }),
    staleTime: 30_000,
  });
