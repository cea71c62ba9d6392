import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import { ApiProblem } from "../../api/problem";
import { download } from "../../device/download";

/** The months that have a statement, newest first, such as 2026-10. */
export const statementsQuery = () =>
  queryOptions({
    queryKey: ["statements"],
    queryFn: ({ signal }) => call("get", "/api/statement/list", { signal }),
  });

export type Form = "pdf" | "json";

/** Saves the statement of a month as a file. Returns the server's reason if it refuses, or an empty text. */
export async function saveStatement(month: string, form: Form): Promise<string | undefined> {
  const name = `statement-${month}.${form}`;
  try {
    if (form === "pdf") {
      const file = await call("get", "/api/statement/{month}/pdf", { path: { month } });
      download(name, file, "application/pdf");
    } else {
      const signed = await call("get", "/api/statement/{month}", { path: { month } });
      download(name, JSON.stringify(signed, undefined, 2), "application/json");
    }
    return undefined;
  } catch (error) {
    return error instanceof ApiProblem ? error.message : "";
  }
}
