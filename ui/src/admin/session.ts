import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../api/call";
import { queryClient } from "../api/queries";
import type { components } from "../api/schema";
import { logInByPasskey } from "../api/staffPasskey";
import { keepStaffToken, staffToken } from "../api/staffSession";
import { forgetResults } from "./entry/find/results";
import { may, type Permission, type Staff } from "./roles";

/** First part of every query key of the admin app, so that all can be dropped together. */
export const ADMIN = "admin";

/** The signed-in user. Not fetched if nobody has signed in in this browser. */
export const meQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "me"],
    queryFn: ({ signal }) => call("get", "/api/staff/me", { signal }),
    enabled: staffToken() !== null,
    staleTime: 60_000,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** The signed-in user; use only inside the frame, where there is always one. */
export function useMe(): Staff {
  const { data } = useQuery(meQuery());
  if (!data) throw new Error("an admin screen outside of its frame");
  return data;
}

/** Returns whether the signed-in user has a permission. */
export function useMay(permission: Permission): boolean {
  return may(useMe().role, permission);
}

/** Signs in and drops data of an earlier user. Fails with the server's error, or NetworkError. */
export async function signIn(proof: { email: string; password: string; code?: string }) {
  return enter(await call("post", "/api/staff/login", { body: proof }));
}

/** Signs in with a passkey, which replaces both factors. False if the device gave none. */
export async function signInByPasskey(): Promise<boolean> {
  const answer = await logInByPasskey();
  if (answer) enter(answer);
  return answer !== undefined;
}

function enter(answer: components["schemas"]["StaffLoginAnswer"]) {
  keepStaffToken(answer.token);
  const before = queryClient.getQueryData(meQuery().queryKey);
  if (before?._id !== answer.staff._id) forgetAdmin();
  queryClient.setQueryData(meQuery().queryKey, answer.staff);
  return answer.staff;
}

/** Drops all data that the admin app has fetched. */
export function forgetAdmin() {
  forgetResults();
  queryClient.removeQueries({ queryKey: [ADMIN] });
}
