/** Today in Hong Kong, such as 2026-03-12. */
export const today = () => new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Hong_Kong" }).format();
