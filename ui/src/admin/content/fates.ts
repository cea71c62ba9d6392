import type { TFunction } from "i18next";
import { ApiProblem } from "../../api/problem";
import type { BulkChange, Fate, Kind } from "./kinds";

const CODES = ["translation_missing", "in_use", "not_found", "invalid_value", "required_field"] as const;

type Words = TFunction<"deskContent">;

/** Why something was not done, in words. */
export function fateText({ code = "" }: Fate, t: Words): string {
  const known = CODES.find((one) => one === code);
  return t(`fates.${known ?? "other"}`);
}

/** Does one thing to one record. Fails with the words of its fate where it was not done. */
export async function bulkOne<R extends { _id: string }, I>(kind: Kind<R, I>, change: BulkChange, t: Words) {
  const [fate] = await kind.bulk(change);
  if (!fate?.done)
    throw new ApiProblem(422, {
      code: fate?.code ?? "",
      message: fateText(fate ?? { _id: "", done: false }, t),
    });
}
