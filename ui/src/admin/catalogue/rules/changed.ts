import { type Language, localized } from "../../../i18n/language";
import { csvOf } from "../../kit/import/csv";
import type { ChangedBill, SimulationResult } from "./rules";

/** The choices of changed bills that the table can show. */
export const SHOWN = ["all", "more", "less", "capped"] as const;
export type Shown = (typeof SHOWN)[number];

/** The bills whose points rise or fall, or were lowered by a limit. */
export function billsOf(bills: readonly ChangedBill[], shown: Shown): readonly ChangedBill[] {
  switch (shown) {
    case "more":
      return bills.filter(({ given, would }) => would > given);
    case "less":
      return bills.filter(({ given, would }) => would < given);
    case "capped":
      return bills.filter(({ limitedBy }) => limitedBy);
    default:
      return bills;
  }
}

// The names of columns are those of the server's files, which are the same in every language.
const HEADINGS = [
  "transaction",
  "created",
  "member",
  "partner",
  "partnerName.en",
  "partnerName.zh",
  "partnerName.zhhk",
  "amountHkd",
  "given",
  "would",
  "limitedBy",
  "rules",
];

/** The bills as a CSV file; the names of rules are in one language, because a bill can have several rules. */
export function csvOfBills(
  bills: readonly ChangedBill[],
  byPartner: SimulationResult["byPartner"],
  language: Language,
): string {
  const names = new Map(byPartner.map(({ partner, name }) => [partner, name]));
  const rows = bills.map((bill) => {
    const name = names.get(bill.partner);
    return [
      bill.transaction,
      bill.created,
      bill.member,
      bill.partner,
      name?.en ?? "",
      name?.zh ?? "",
      name?.zhhk ?? "",
      bill.amountHkd,
      String(bill.given),
      String(bill.would),
      bill.limitedBy ?? "",
      bill.lines
        .map((line) => [line.points, line.name && localized(line.name, language)].filter(Boolean).join(" "))
        .join("; "),
    ];
  });
  return csvOf([HEADINGS, ...rows]);
}
