import { call } from "../../api/call";
import { ApiProblem, NetworkError } from "../../api/problem";
import { passkeysSupported, provePasskey } from "../../device/passkeys";
import { enter, type LoginFailure } from "./login";

/** Logs in with the device's own proof of the member; undefined when it worked. */
export async function loginByPasskey(remember: "remember" | "forget"): Promise<LoginFailure | undefined> {
  if (!passkeysSupported()) return { key: "biometricUnavailable" };
  const credentialId = localStorage.getItem("credentialId");
  if (!credentialId) return { key: "noCredentials" };
  try {
    const asked = await call("post", "/api/auth/biometric_challenge", {
      body: { purpose: "verify", credentialId },
    });
    const ids = asked.credentialIds.length > 0 ? asked.credentialIds : [credentialId];
    const proof = await provePasskey({ ...asked, credentialIds: ids });
    if (!proof) return { key: "biometricUnavailable" };
    return enter(
      await call("post", "/api/auth/biometric_verify", {
        body: {
          credential: proof,
          userId: asked.userId,
          signature: proof.response.signature,
          challenge: asked.challenge,
          rememberMe: remember === "remember",
        },
      }),
    );
  } catch (error) {
    if (error instanceof NetworkError) return { key: "offline" };
    if (error instanceof ApiProblem && error.status === 401) return { key: "serverAuthenticationFailed" };
    return { key: "biometricFailed", said: error instanceof ApiProblem ? error.message : undefined };
  }
}
