/** A spreadsheet runs a cell that begins so; the server guards its own files alike. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/u;

const cellOf = (text: string) => {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Rows as a file that any spreadsheet reads for UTF-8, and none runs. */
export const csvOf = (rows: readonly (readonly string[])[]) =>
  `\uFEFF${rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("")}`;
