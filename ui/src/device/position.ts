/** A position of the device, in millionths of a degree. */
export interface DevicePosition {
  latitudeE6: number;
  longitudeE6: number;
}

const PATIENCE_MS = 10_000;
/** A position of the last minutes is good enough for distances. */
const OLDEST_MS = 300_000;

export const knowsPosition = () => "geolocation" in navigator;

/**
 * The position of the device; undefined if the person refuses or the device does not know it. The first call
 * asks for permission. The position stays on the device.
 */
export function devicePosition(): Promise<DevicePosition | undefined> {
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({
          latitudeE6: Math.round(coords.latitude * 1_000_000),
          longitudeE6: Math.round(coords.longitude * 1_000_000),
        }),
      () => resolve(undefined),
      { timeout: PATIENCE_MS, maximumAge: OLDEST_MS },
    );
  });
}
