import { programmeName } from "./programmeName";

/** Whether this browser can ask for a fingerprint or a face at all. */
export function passkeysSupported(): boolean {
  return "PublicKeyCredential" in window && Boolean(navigator.credentials);
}

export interface PasskeyProof {
  id: string;
  rawId: string;
  type: string;
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string };
}

interface ProofRequest {
  challenge: string;
  rpId: string;
  timeout: number;
  credentialIds: readonly string[];
}

/** Whether the browser can offer passkeys among what it fills in. */
export async function offersPasskeys(): Promise<boolean> {
  if (!passkeysSupported()) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/**
 * Asks the device to prove the member; undefined when it gave nothing usable, and throws when it refused.
 * With `offered` it waits in the background until the member picks a passkey where their name is typed.
 */
export async function provePasskey(
  request: ProofRequest,
  offered?: AbortSignal,
): Promise<PasskeyProof | undefined> {
  const credential = await navigator.credentials.get({
    ...(offered && { mediation: "conditional", signal: offered }),
    publicKey: {
      challenge: fromBase64Url(request.challenge),
      rpId: request.rpId,
      timeout: request.timeout,
      userVerification: "required",
      allowCredentials: request.credentialIds.map((id) => ({ type: "public-key", id: fromBase64Url(id) })),
    },
  });
  if (!(credential instanceof PublicKeyCredential)) return undefined;
  const { response } = credential;
  if (!(response instanceof AuthenticatorAssertionResponse)) return undefined;
  return {
    id: credential.id,
    rawId: toBase64Url(credential.rawId),
    type: credential.type,
    response: {
      clientDataJSON: toBase64Url(response.clientDataJSON),
      authenticatorData: toBase64Url(response.authenticatorData),
      signature: toBase64Url(response.signature),
      ...(response.userHandle ? { userHandle: toBase64Url(response.userHandle) } : {}),
    },
  };
}

export interface NewPasskey {
  id: string;
  rawId: string;
  type: string;
  response: { clientDataJSON: string; attestationObject: string };
  /** As the browser reads it; missing where it cannot. */
  publicKey?: string;
}

interface NewPasskeyRequest extends ProofRequest {
  userId: string;
  /** As the device lists it: e-mail or phone, and the person's name. */
  account: string;
  person: string;
  /** Whether the device is to say who made it. Some ask the person first; one that will not say makes a passkey all the same. */
  attestation?: "direct";
}

/** Has the device make a passkey; undefined when it gave nothing usable, and throws when it refused. */
export async function makePasskey(request: NewPasskeyRequest): Promise<NewPasskey | undefined> {
  const credential = await navigator.credentials.create({
    publicKey: {
      challenge: fromBase64Url(request.challenge),
      rp: { id: request.rpId, name: programmeName },
      user: { id: fromBase64Url(request.userId), name: request.account, displayName: request.person },
      // ES256: the one that the server takes.
      pubKeyCredParams: [{ type: "public-key", alg: -7 }],
      timeout: request.timeout,
      authenticatorSelection: {
        authenticatorAttachment: "platform",
        residentKey: "preferred",
        userVerification: "required",
      },
      attestation: request.attestation ?? "none",
      excludeCredentials: request.credentialIds.map((id) => ({ type: "public-key", id: fromBase64Url(id) })),
    },
  });
  if (!(credential instanceof PublicKeyCredential)) return undefined;
  const { response } = credential;
  if (!(response instanceof AuthenticatorAttestationResponse)) return undefined;
  // Missing in old browsers, and null for a kind of key that the browser does not know.
  const publicKey = response.getPublicKey?.();
  return {
    id: credential.id,
    rawId: toBase64Url(credential.rawId),
    type: credential.type,
    response: {
      clientDataJSON: toBase64Url(response.clientDataJSON),
      attestationObject: toBase64Url(response.attestationObject),
    },
    ...(publicKey && { publicKey: toBase64Url(publicKey) }),
  };
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
}

export function toBase64Url(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
