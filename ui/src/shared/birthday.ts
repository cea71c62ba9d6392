import { type Language, pageTagOf } from "../i18n/language";

const format = (language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language === "en" ? "en-GB" : pageTagOf(language), { ...options, timeZone: "UTC" });

/** A birthday such as 02-29, as 29 February or 2月29日. */
export const birthdayText = (birthday: string, language: Language) =>
  // 2024 is a leap year.
  format(language, { day: "numeric", month: "long" }).format(new Date(`2024-${birthday}T12:00:00Z`));

/** The names of the twelve months. */
export function monthNames(language: Language): string[] {
  const name = format(language, { month: "long" });
  return Array.from({ length: 12 }, (_, month) => name.format(Date.UTC(2024, month, 15)));
}
