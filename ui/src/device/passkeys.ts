import { programmeName } from "./programmeName";

/** Returns whether this browser supports passkeys at all. */
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

/** Returns whether the browser can offer passkeys in autofill. */
export async function offersPasskeys(): Promise<boolean> {
  if (!passkeysSupported()) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/**
 * Asks the device for a passkey proof; undefined when the result is unusable, throws when the device refused.
 * With `offered` it waits in the background until the member picks a passkey in the name field.
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
  /** The public key as the browser parses it; missing where the browser cannot. */
  publicKey?: string;
}

interface NewPasskeyRequest extends ProofRequest {
  userId: string;
  /** Names that the device lists: the e-mail address or phone number, and the person's name. */
  account: string;
  person: string;
  /** Asks for the device's attestation. Some ask the person first; a refusal still creates a passkey. */
  attestation?: "direct";
}

/** Creates a passkey on the device; undefined when the result is unusable, throws when the device refused. */
export async function makePasskey(request: NewPasskeyRequest): Promise<NewPasskey | undefined> {
  const credential = await navigator.credentials.create({
    publicKey: {
      challenge: fromBase64Url(request.challenge),
      rp: { id: request.rpId, name: programmeName },
      user: { id: fromBase64Url(request.userId), name: request.account, displayName: request.person },
      // ES256, the only algorithm that the server accepts.
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
  // Missing in old browsers, and null for an algorithm that the browser does not know.
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
