/** The reason why there is no video. Each reason needs a different action by the member. */
export type CameraFailure = "denied" | "missing" | "busy" | "insecure" | "failed";

export class CameraError extends Error {
  override readonly name = "CameraError";
  readonly failure: CameraFailure;

  constructor(failure: CameraFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** Opens the back camera, or any other where there is none. Fails with CameraError. */
export async function openCamera(): Promise<MediaStream> {
  // Browsers offer no cameras to pages on plain http.
  if (!window.isSecureContext) throw new CameraError("insecure");
  if (!navigator.mediaDevices) throw new CameraError("missing");
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      // The scanner does not use a higher resolution, which would only cost time on a slow phone.
      video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } },
    });
  } catch (error) {
    throw new CameraError(failureOf(error instanceof Error ? error.name : ""));
  }
}

export function failureOf(name: string): CameraFailure {
  switch (name) {
    case "NotAllowedError":
    case "SecurityError":
      return "denied";
    case "NotFoundError":
    case "OverconstrainedError":
      return "missing";
    case "NotReadableError":
    case "AbortError":
      return "busy";
    default:
      return "failed";
  }
}

export function closeCamera(stream: MediaStream) {
  for (const track of stream.getTracks()) track.stop();
}
