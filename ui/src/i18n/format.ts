import { type Language, pageTagOf } from "./language";

const ZONE = "Asia/Hong_Kong";

/** 12,480: never rounded, never abbreviated. */
export function formatPoints(points: number): string {
  return points.toLocaleString("en-HK");
}

/** +12 or −200, with a true minus sign. */
export function formatChange(points: number): string {
  return `${points < 0 ? "−" : "+"}${formatPoints(Math.abs(points))}`;
}

/** 12 Mar 2026 or 2026年3月12日, on Hong Kong's calendar. */
export function formatDate(time: string | number | Date, language: Language): string {
  const options: Intl.DateTimeFormatOptions =
    language === "en"
      ? { day: "numeric", month: "short", year: "numeric", timeZone: ZONE }
      : { day: "numeric", month: "long", year: "numeric", timeZone: ZONE };
  return new Intl.DateTimeFormat(language === "en" ? "en-GB" : pageTagOf(language), options).format(
    new Date(time),
  );
}

/** 14:32, Hong Kong time. */
export function formatTime(time: string | number | Date): string {
  return new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: ZONE }).format(
    new Date(time),
  );
}

/** 12 Mar 2026, 14:32 or 2026年3月12日 14:32. */
export function formatDateTime(time: string | number | Date, language: Language): string {
  return `${formatDate(time, language)}${language === "en" ? "," : ""} ${formatTime(time)}`;
}

/** K7Q2 M9XA: an id in two groups, as members read it aloud. */
export function formatShortId(shortId: string): string {
  return shortId.length === 8 ? `${shortId.slice(0, 4)} ${shortId.slice(4)}` : shortId;
}
