import { type Language, pageTagOf } from "./language";

const ZONE = "Asia/Hong_Kong";

let whole: Intl.NumberFormat | undefined;

function wholeFormat(): Intl.NumberFormat {
  whole ??= new Intl.NumberFormat("en-HK");
  return whole;
}
// The first formatter takes a slow phone as long as a screen, so it is created in a separate task.
setTimeout(wholeFormat);

/** 12,480: never rounded, never abbreviated. */
export function formatPoints(points: number): string {
  return wholeFormat().format(points);
}

/** +12 or −200, with a true minus sign. */
export function formatChange(points: number): string {
  return `${points < 0 ? "−" : "+"}${formatPoints(Math.abs(points))}`;
}

const monthOf = (language: Language) => (language === "en" ? "short" : "long");

// Creating a formatter takes longer than drawing the card with its date, so each is created once.
const made = new Map<string, Intl.DateTimeFormat>();

function dateFormat(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = language + JSON.stringify(options);
  let format = made.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : pageTagOf(language), {
      ...options,
      timeZone: ZONE,
    });
    made.set(key, format);
  }
  return format;
}

/** 12 Mar 2026 or 2026年3月12日, on Hong Kong's calendar. */
export function formatDate(time: string | number | Date, language: Language): string {
  return dateFormat(language, { day: "numeric", month: monthOf(language), year: "numeric" }).format(
    new Date(time),
  );
}

/** 12 March 2026 or 2026年3月12日: for headings. */
export function formatLongDate(time: string | number | Date, language: Language): string {
  return dateFormat(language, { day: "numeric", month: "long", year: "numeric" }).format(new Date(time));
}

/** March 2026 or 2026年3月, of a month such as 2026-03. */
export function formatMonth(month: string, language: Language): string {
  return dateFormat(language, { month: "long", year: "numeric" }).format(
    new Date(`${month}-01T00:00:00+08:00`),
  );
}

/** 12 Mar or 3月12日; with the year where it differs from the year of `now`. */
export function formatDay(time: string | number | Date, language: Language, now = new Date()): string {
  const year = dateFormat("en", { year: "numeric" });
  if (year.format(new Date(time)) !== year.format(now)) return formatDate(time, language);
  return dateFormat(language, { day: "numeric", month: monthOf(language) }).format(new Date(time));
}

/** 14:32, Hong Kong time. */
export function formatTime(time: string | number | Date): string {
  return dateFormat("en", { hour: "2-digit", minute: "2-digit" }).format(new Date(time));
}

/** 12 Mar 2026, 14:32:08 or 2026年3月12日 14:32:08, Hong Kong time: for staff at a till to check. */
export function formatExactTime(time: string | number | Date, language: Language): string {
  const clock = dateFormat("en", { timeStyle: "medium" });
  return `${formatDate(time, language)}${language === "en" ? "," : ""} ${clock.format(new Date(time))}`;
}

/** 12 Mar 2026, 14:32 or 2026年3月12日 14:32. */
export function formatDateTime(time: string | number | Date, language: Language): string {
  return `${formatDate(time, language)}${language === "en" ? "," : ""} ${formatTime(time)}`;
}

/** K7Q2 M9XA: an id in two groups, easy to read aloud. */
export function formatShortId(shortId: string): string {
  return shortId.length === 8 ? `${shortId.slice(0, 4)} ${shortId.slice(4)}` : shortId;
}
