import { call } from "../../api/call";
import { ApiProblem, NetworkError, serverMessageIn } from "../../api/problem";
import { programmeQuery } from "../../api/programme";
import { queryClient } from "../../api/queries";
import { offersPasskeys, type PasskeyProof, passkeysSupported, provePasskey } from "../../device/passkeys";
import { remember } from "../../device/remembered";
import { onDevice } from "../../device/storage";
import { enter, type LoginFailure } from "./login";

type Remember = "remember" | "forget";
type Challenge = Awaited<ReturnType<typeof challenge>>;

/** Storage key of the id of the passkey last used here. Not a secret. */
const CREDENTIAL = "credentialId";
// A challenge is valid for two minutes. The device may wait much longer for the member.
const RENEW_MS = 100_000;
/** After this many renewals the member will type instead. */
const MOST_OFFERS = 12;

const challenge = (credentialId?: string) =>
  call("post", "/api/auth/biometric_challenge", {
    body: { purpose: "verify", ...(credentialId && { credentialId }) },
  });

async function send(proof: PasskeyProof, asked: Challenge, wanted: Remember) {
  const { signature, userHandle } = proof.response;
  const credential = { ...proof, userId: userHandle ?? asked.userId, signature, challenge: asked.challenge };
  const answer = await call("post", "/api/auth/biometric_verify", {
    body: { credential, rememberMe: wanted === "remember" },
  });
  const failed = enter(answer);
  if (failed) return failed;
  onDevice.set(CREDENTIAL, proof.id);
  // Nothing was typed, so "remember me" stores the member's e-mail or phone.
  remember(answer.user.email ?? answer.user.phone ?? "", wanted);
  return undefined;
}

/** Logs in with a passkey. Returns undefined on success. */
export async function loginByPasskey(wanted: Remember): Promise<LoginFailure | undefined> {
  if (!passkeysSupported()) return { key: "biometricUnsupported" };
  const credentialId = onDevice.get(CREDENTIAL);
  if (!credentialId) return { key: "noCredentials" };
  try {
    const asked = await challenge(credentialId);
    const ids = asked.credentialIds.length > 0 ? asked.credentialIds : [credentialId];
    const proof = await provePasskey({ ...asked, credentialIds: ids });
    return proof ? await send(proof, asked, wanted) : { key: "biometricUnavailable" };
  } catch (error) {
    return failureOf(error);
  }
}

/**
 * Lets the browser offer its passkeys at the identifier field until `gone` aborts. `wanted` is called when
 * the member picks one. Returns undefined if nobody logged in and there is no error to show.
 */
export async function offerPasskeys(
  wanted: () => Remember,
  gone: AbortSignal,
): Promise<"in" | LoginFailure | undefined> {
  if (!(await offersPasskeys()) || !(await queryClient.fetchQuery(programmeQuery())).passkeys)
    return undefined;
  for (let offer = 0; offer < MOST_OFFERS && !gone.aborted; offer++) {
    const late = AbortSignal.any([gone, AbortSignal.timeout(RENEW_MS)]);
    let picked = false;
    try {
      const asked = await challenge();
      const proof = await provePasskey({ ...asked, credentialIds: [] }, late);
      if (!proof) return undefined;
      picked = true;
      return (await send(proof, asked, wanted())) ?? "in";
    } catch (error) {
      if (picked) return failureOf(error);
      // Stopped because the challenge expired: the loop renews it. For other errors there is the button.
      if (!late.aborted) return undefined;
    }
  }
  return undefined;
}

function failureOf(error: unknown): LoginFailure {
  if (error instanceof NetworkError) return { key: "offline" };
  if (error instanceof ApiProblem && error.status === 401) return { key: "serverAuthenticationFailed" };
  return { key: "biometricFailed", said: error instanceof ApiProblem ? serverMessageIn(error) : undefined };
}
