import { passkeysSupported, provePasskey } from "../device/passkeys";
import { call } from "./call";
import { programmeQuery } from "./programme";
import { queryClient } from "./queries";
import type { components } from "./schema";

/** Returns whether both this browser and this programme support passkeys. */
export async function offersStaffPasskeys(): Promise<boolean> {
  return passkeysSupported() && (await queryClient.fetchQuery(programmeQuery())).passkeys;
}

/** Opens a staff session by passkey, which counts as both factors; undefined without a credential. */
export async function logInByPasskey(): Promise<components["schemas"]["StaffLoginAnswer"] | undefined> {
  const asked = await call("post", "/api/staff/passkey/challenge");
  const credential = await provePasskey(asked);
  if (!credential) return undefined;
  return call("post", "/api/staff/passkey/login", { body: { credential, challenge: asked.challenge } });
}
