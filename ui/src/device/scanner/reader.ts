import QrScanner from "qr-scanner";
import { afterPaint } from "../afterPaint";
import { closeCamera, openCamera } from "./camera";

// The specification's limits (section 9).
const SCANS_PER_SECOND = 25;
const PART_OF_SIDE = 2 / 3;
const PICTURE_MS = 10_000;
// Large enough for a code that fills a third of the image, and small enough to decode fast.
const PICTURE_EDGES = [1600, 800];

/** Resolves once the previous camera has stopped: stopping later would end the next one on the same video. */
let stopped = Promise.resolve();

/** A camera whose video is being decoded. */
export interface Reading {
  hasTorch: boolean;
  /** Toggles the torch; returns whether it is on now. */
  toggleTorch(): Promise<boolean>;
  /** The ids of all cameras, once the member has allowed one of them. */
  cameras: readonly string[];
  /** Changes to another camera, with the torch off; returns whether that camera has a torch. */
  useCamera(id: string): Promise<boolean>;
}

/**
 * Decodes the camera's video until a code is found, and passes it to `onText`. Fails with CameraError. Uses
 * the device's own barcode detector where there is one, otherwise a worker.
 */
export async function readCamera(
  video: HTMLVideoElement,
  onText: (text: string) => void,
  gone: AbortSignal,
): Promise<Reading | undefined> {
  await stopped;
  if (gone.aborted) return undefined;
  // Opened here, because the scanner reports every failure as a missing camera.
  const stream = await openCamera();
  if (gone.aborted) {
    closeCamera(stream);
    return undefined;
  }
  const scanner = new QrScanner(video, ({ data }) => onText(data), {
    maxScansPerSecond: SCANS_PER_SECOND,
    preferredCamera: "environment",
    calculateScanRegion: middle,
    // Most frames contain no code, which is not an error.
    onDecodeError: () => {},
    returnDetailedScanResult: true,
  });
  const stop = () => {
    // `stop` alone would leave the camera's light on for a moment.
    void scanner.pause(true);
    // `destroy` would pause again and, a moment later, stop the camera that the video shows by then.
    scanner.pause = async () => true;
    scanner.destroy();
    closeCamera(stream);
  };
  // Paint the tapped screen first: stopping a camera blocks a slow phone.
  const stopSoon = () => {
    stopped = new Promise((resolve) => afterPaint(() => resolve(stop())));
  };
  gone.addEventListener("abort", stopSoon, { once: true });
  video.srcObject = stream;
  await scanner.start();
  const [hasTorch, cameras] = await Promise.all([scanner.hasFlash(), QrScanner.listCameras(false)]);
  return {
    hasTorch,
    toggleTorch: async () => {
      await scanner.toggleFlash();
      return scanner.isFlashOn();
    },
    cameras: cameras.map(({ id }) => id),
    useCamera: async (id) => {
      // Otherwise the scanner would also switch on the next camera's torch.
      await scanner.turnFlashOff();
      await scanner.setCamera(id);
      // Without a video source the scanner would open a camera to find out.
      return video.srcObject !== null && scanner.hasFlash();
    },
  };
}

/** The square in the middle, with two thirds of the shorter side. */
export function middle({ videoWidth, videoHeight }: Pick<HTMLVideoElement, "videoWidth" | "videoHeight">) {
  const edge = Math.round(PART_OF_SIDE * Math.min(videoWidth, videoHeight));
  return {
    x: Math.round((videoWidth - edge) / 2),
    y: Math.round((videoHeight - edge) / 2),
    width: edge,
    height: edge,
    downScaledWidth: QrScanner.DEFAULT_CANVAS_SIZE,
    downScaledHeight: QrScanner.DEFAULT_CANVAS_SIZE,
  };
}

/** Finds the code in an image; undefined without a code or for another file. Stops after ten seconds. */
export function readPicture(file: Blob): Promise<string | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PICTURE_MS));
  return Promise.race([codeIn(file), late]);
}

async function codeIn(file: Blob): Promise<string | undefined> {
  // Decoded as a bitmap, because the content security policy blocks images from blob: URLs.
  const whole = await createImageBitmap(file).catch(() => undefined);
  if (!whole) return undefined;
  for (const edge of PICTURE_EDGES) {
    const scale = Math.min(1, edge / Math.max(whole.width, whole.height));
    const picture = await createImageBitmap(whole, {
      resizeWidth: Math.max(1, Math.round(whole.width * scale)),
      resizeHeight: Math.max(1, Math.round(whole.height * scale)),
      resizeQuality: "high",
    });
    const found = await QrScanner.scanImage(picture, { returnDetailedScanResult: true }).catch(
      () => undefined,
    );
    if (found) return found.data;
  }
  return undefined;
}
