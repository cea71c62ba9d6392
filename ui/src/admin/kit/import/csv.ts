/** A spreadsheet runs a cell that begins like this; the server escapes its own files the same way. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/u;

const cellOf = (text: string) => {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Rows as CSV that spreadsheets read as UTF-8 and do not run as formulas. */
export const csvOf = (rows: readonly (readonly string[])[]) =>
  `\uFEFF${rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("")}`;
