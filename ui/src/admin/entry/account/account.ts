import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { makePasskey } from "../../../device/passkeys";
import { ADMIN } from "../../session";

export type StaffSession = components["schemas"]["StaffSession"];

export const factorQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "factor"],
    queryFn: ({ signal }) => call("get", "/api/staff/second-factor", { signal }),
  });

export const sessionsQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "sessions"],
    queryFn: ({ signal }) => call("get", "/api/staff/sessions", { signal }),
  });

export const endOwnSession = (id: string) => call("delete", "/api/staff/sessions/{id}", { path: { id } });

export const changePassword = (currentPassword: string, newPassword: string) =>
  call("put", "/api/staff/password", { body: { currentPassword, newPassword } });

export const beginTotp = (currentPassword: string) =>
  call("post", "/api/staff/second-factor/totp", { body: { currentPassword } });

export const confirmTotp = (code: string) =>
  call("post", "/api/staff/second-factor/totp/confirm", { body: { code } });

export const removeTotp = (currentPassword: string) =>
  call("post", "/api/staff/second-factor/totp/remove", { body: { currentPassword } });

export const newRecoveryCodes = (currentPassword: string) =>
  call("post", "/api/staff/second-factor/recovery-codes", { body: { currentPassword } });

/** Creates a passkey on the device and saves it; undefined if the device created none. */
export async function addPasskey(currentPassword: string, me: { name: string; email: string }) {
  const asked = await call("post", "/api/staff/second-factor/passkeys/challenge", {
    body: { currentPassword },
  });
  const credential = await makePasskey({ ...asked, account: me.email, person: me.name });
  if (!credential) return undefined;
  return call("post", "/api/staff/second-factor/passkeys", {
    body: { credential, challenge: asked.challenge, userId: asked.userId },
  });
}

export const removePasskey = (id: string) =>
  call("delete", "/api/staff/second-factor/passkeys/{id}", { path: { id } });

/** Call after a change of the user's own account: refreshes profile, second factor and sessions. */
export function accountChanged() {
  for (const kind of ["me", "factor", "sessions"])
    void queryClient.invalidateQueries({ queryKey: [ADMIN, kind] });
}
