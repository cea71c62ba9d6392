import { csvOf } from "../../kit/import/csv";
import { presentOf, type Rule } from "./rules";

// The same columns as the server's file of all rules.
const HEADINGS = [
  "_id",
  "state",
  "name.en",
  "name.zh",
  "name.zhhk",
  "version",
  "from",
  "until",
  "givenPoints",
  "givenHkd",
  "recentPoints",
  "recentHkd",
  "budgetLeftPoints",
  "created",
  "updated",
];

/** The rules as a CSV file. */
export function csvOfRules(rules: readonly Rule[]): string {
  const rows = rules.map((of) => {
    const { rule, version } = presentOf(of);
    return [
      of._id,
      of.state,
      rule.name.en,
      rule.name.zh ?? "",
      rule.name.zhhk ?? "",
      String(version),
      rule.from ?? "",
      rule.until ?? "",
      String(of.givenPoints),
      of.givenHkd,
      String(of.recentPoints),
      of.recentHkd,
      String(of.budgetLeftPoints ?? ""),
      of.created,
      of.updated,
    ];
  });
  return csvOf([HEADINGS, ...rows]);
}
