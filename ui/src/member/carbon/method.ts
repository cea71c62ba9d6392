import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import { ApiProblem } from "../../api/problem";
import type { components } from "../../api/schema";
import { download } from "../../device/download";
import type { Language } from "../../i18n/language";

export type Method = components["schemas"]["MethodFactor"];

/** The factors that count now. */
export const methodQuery = () =>
  queryOptions({
    queryKey: ["carbon", "method"],
    queryFn: ({ signal }) => call("get", "/api/carbon/method", { signal }),
  });

/** The source with its year. */
export const sourceOf = ({ source, sourceYear }: Pick<Method, "source" | "sourceYear">) =>
  [source, sourceYear].filter(Boolean).join(", ");

/** Saves the method as a PDF. Returns the server's reason if it refuses, or an empty text. */
export async function saveMethod(language: Language): Promise<string | undefined> {
  try {
    const file = await call("get", "/api/carbon/method/pdf", { query: { language } });
    download("carbon-method.pdf", file, "application/pdf");
    return undefined;
  } catch (error) {
    return error instanceof ApiProblem ? error.message : "";
  }
}
