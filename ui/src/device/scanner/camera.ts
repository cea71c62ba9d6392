/** Why there is no picture, told apart because each asks for something else of the member. */
export type CameraFailure = "denied" | "missing" | "busy" | "insecure" | "failed";

export class CameraError extends Error {
  override readonly name = "CameraError";
  readonly failure: CameraFailure;

  constructor(failure: CameraFailure) {
    super(failure);
    this.failure = failure;
  }
}

/** Opens the camera at the back, or any other where there is none. Fails with CameraError. */
export async function openCamera(): Promise<MediaStream> {
  // Browsers hide cameras from pages that came over plain http.
  if (!window.isSecureContext) throw new CameraError("insecure");
  if (!navigator.mediaDevices) throw new CameraError("missing");
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: false,
      // More than the scanner looks at is no help to it, and a slow phone's processor is long at it.
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
