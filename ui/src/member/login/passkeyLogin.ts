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

/** Which passkey let the member in here last; nothing secret. */
const CREDENTIAL = "credentialId";
// A challenge holds for two minutes, and the device may wait much longer for the member.
const RENEW_MS = 100_000;
/** Whoever has left the screen open for that long types. */
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
  // Nothing was typed; whoever is remembered finds what they could have typed.
  remember(answer.user.email ?? answer.user.phone ?? "", wanted);
  return undefined;
}

/** Logs in with the device's own proof of the member; undefined when it worked. */
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
 * Has the browser offer the passkeys that it knows where the identifier is typed, until `gone`. `wanted`
 * is asked when the member has picked one. Undefined when nobody was let in and nothing is to be said.
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
      // Given up because the challenge grew old: the next one goes on. For any other reason, the button is there.
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
