import type { components } from "../../../api/schema";

type Position = components["schemas"]["Position"];

const MILLION = 1_000_000;

/** Reads "22.2869, 114.1504", as maps copy it; undefined for anything else. */
export function positionIn(text: string): Position | undefined {
  const found = text.trim().match(/^(-?\d{1,2}(?:\.\d+)?)[,\s]+(-?\d{1,3}(?:\.\d+)?)$/);
  if (!found) return undefined;
  const [latitude, longitude] = [Number(found[1]), Number(found[2])];
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined;
  return { latitudeE6: Math.round(latitude * MILLION), longitudeE6: Math.round(longitude * MILLION) };
}

/** The position as text with six decimals; empty without one. */
export const positionText = (position: Position | undefined): string =>
  position
    ? `${(position.latitudeE6 / MILLION).toFixed(6)}, ${(position.longitudeE6 / MILLION).toFixed(6)}`
    : "";
