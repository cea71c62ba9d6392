import { useTranslation } from "react-i18next";
import { ApiProblem, NetworkError } from "../../api/problem";

/** What to say of a call that failed: the server's own words where it had any. */
export function useTrouble() {
  const { t } = useTranslation("desk");
  return (error: unknown): string => {
    if (error instanceof NetworkError) return t("errors.offline");
    if (error instanceof ApiProblem && error.message) return error.message;
    return t("errors.unexpected");
  };
}

/** What the server has against each field, by its name in the request. */
export function fieldTroubles(error: unknown): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {};
  return Object.fromEntries(error.errors.map(({ field, message }) => [field, message]));
}
