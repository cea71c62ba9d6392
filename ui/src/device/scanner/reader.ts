import QrScanner from "qr-scanner";
import { afterPaint } from "../afterPaint";
import { closeCamera, openCamera } from "./camera";

// The specification's limits (section 9).
const SCANS_PER_SECOND = 25;
const PART_OF_SIDE = 2 / 3;
const PICTURE_MS = 10_000;
// Enough for a code that fills a third of the picture, and small enough to be read at once.
const PICTURE_EDGES = [1600, 800];

/** The camera before is out: the same picture may be used for the next, which its end would take along. */
let stopped = Promise.resolve();

/** A camera that is being read. */
export interface Reading {
  hasTorch: boolean;
  /** Switches the light; tells whether it is on now. */
  toggleTorch(): Promise<boolean>;
  /** The ids of all cameras, once one of them may be used. */
  cameras: readonly string[];
  /** Goes over to another camera, with the light off; tells whether that one has a torch. */
  useCamera(id: string): Promise<boolean>;
}

/**
 * Reads what the camera sees until a code is found, which goes to `onText`.
 * Fails with CameraError. The device's own detector does the work where there is one; a worker where not.
 */
export async function readCamera(
  video: HTMLVideoElement,
  onText: (text: string) => void,
  gone: AbortSignal,
): Promise<Reading | undefined> {
  await stopped;
  if (gone.aborted) return undefined;
  // Not left to the scanner: it calls every failure a missing camera.
  const stream = await openCamera();
  if (gone.aborted) {
    closeCamera(stream);
    return undefined;
  }
  const scanner = new QrScanner(video, ({ data }) => onText(data), {
    maxScansPerSecond: SCANS_PER_SECOND,
    preferredCamera: "environment",
    calculateScanRegion: middle,
    // Most pictures hold no code; that is no failure.
    onDecodeError: () => {},
    returnDetailedScanResult: true,
  });
  const stop = () => {
    // Pausing at once, since stopping alone leaves the light of the camera on for a moment.
    void scanner.pause(true);
    // Taken down, it would pause again, and end a moment later whatever camera the picture shows by then.
    scanner.pause = async () => true;
    scanner.destroy();
    closeCamera(stream);
  };
  // What was tapped for is drawn first: to put a camera out holds a slow phone up.
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
      // The scanner would light the next camera's as well.
      await scanner.turnFlashOff();
      await scanner.setCamera(id);
      // Without a picture the scanner would open a camera to find out.
      return video.srcObject !== null && scanner.hasFlash();
    },
  };
}

/** The square in the middle, two thirds of the shorter side. */
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

/** The code in a picture; undefined when there is none or it is no picture. Gives up after ten seconds in all. */
export function readPicture(file: Blob): Promise<string | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PICTURE_MS));
  return Promise.race([codeIn(file), late]);
}

async function codeIn(file: Blob): Promise<string | undefined> {
  // As a bitmap: the page's policy lets no picture in from a blob's address.
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
