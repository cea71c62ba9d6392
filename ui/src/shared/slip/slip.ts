import type { Answer } from "../../api/call";
import type { paths } from "../../api/schema";
import type { LocalizedText } from "../../i18n/language";

type Awarded = Answer<paths["/api/merchant/award"]["post"]>;

/** The place of an award, and who made it. */
export interface SlipShop {
  partner: LocalizedText;
  outlet?: LocalizedText | undefined;
  till?: string | undefined;
  by?: string | undefined;
}

/** The content of a slip: of an award that was just made, or of an earlier award from a list. */
export interface SlipOf {
  order: {
    amountHkd: string;
    enjoyCard: boolean;
    receipt: string;
    /** The time of the purchase. */
    begun: number;
    member: { shortId: string; name: string };
  };
  awarded: Pick<Awarded, "number" | "points"> & Partial<Awarded>;
  /** The name of the person who made the award, on a slip that is printed again. */
  copyBy?: string;
}

/** A row of a printed slip. */
export type SlipRow =
  | { kind: "centre"; text: string; strong?: boolean }
  | { kind: "line"; name: string; value: string; strong?: boolean }
  | { kind: "text"; text: string }
  | { kind: "rule"; solid?: boolean };

/** Columns of a receipt printer with paper of 58 mm, in its usual font. Paper of 80 mm has more. */
export const COLUMNS = 32;

const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

/** The columns that a text takes: a Chinese character takes two. */
export const widthOf = (text: string) => [...text].reduce((sum, sign) => sum + (WIDE.test(sign) ? 2 : 1), 0);

/** Cuts a text into lines that fit, at a space where there is one. */
function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const sign of text) {
    if (widthOf(line + sign) > most) {
      const space = sign === " " ? -1 : line.lastIndexOf(" ");
      lines.push((space > 0 ? line.slice(0, space) : line).trim());
      line = space > 0 ? line.slice(space + 1) : "";
    }
    line += sign;
  }
  return [...lines, line.trim()].filter(Boolean);
}

/** The slip as lines of plain text, for a printer without pictures. */
export function plainSlip(rows: readonly SlipRow[], columns = COLUMNS): string {
  const left = (text: string) => " ".repeat(Math.max(0, columns - widthOf(text)));
  return rows
    .flatMap((row) => {
      if (row.kind === "rule") return [(row.solid ? "=" : "-").repeat(columns)];
      if (row.kind === "text") return wrapped(row.text, columns);
      if (row.kind === "centre")
        return wrapped(row.text, columns).map(
          (line) => " ".repeat(Math.floor((columns - widthOf(line)) / 2)) + line,
        );
      const { name, value } = row;
      // A value that does not fit beside its name stands on the next line.
      if (widthOf(name) + 1 + widthOf(value) > columns)
        return [...wrapped(name, columns), left(value) + value];
      return [name + left(name + value) + value];
    })
    .join("\n");
}

const PLAIN = "counterPlainSlip";

/** Returns whether slips are printed as plain text at this till. */
export const isPlain = () => localStorage.getItem(PLAIN) !== null;

export function setPlain(plain: boolean) {
  if (plain) localStorage.setItem(PLAIN, "1");
  else localStorage.removeItem(PLAIN);
}
