import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { ApiProblem, NetworkError } from "../../api/problem";
import { showToast } from "../../kit/dialog/Toaster";

/** The message for a failed call: the server's own text if there is one. */
export function useErrorText() {
  const { t } = useTranslation("admin");
  return (error: unknown): string => {
    if (error instanceof NetworkError) return t("errors.offline");
    if (waitsForApproval(error)) return t("waits");
    if (error instanceof ApiProblem && error.code === "unauthenticated") return t("errors.ended");
    if (error instanceof ApiProblem && error.message) return error.message;
    return t("errors.unexpected");
  };
}

/** Returns whether the action waits for a second person's approval (202), and has changed nothing yet. */
export function waitsForApproval(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 202;
}

/** Shows a toast if the action waits for approval; true if it does. */
export function tellApprovalNeeded(error: unknown): boolean {
  const waits = waitsForApproval(error);
  if (waits) showToast(i18next.t("waits", { ns: "admin" }), undefined, "note");
  return waits;
}

/** The server's errors by the field's name in the request. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {};
  return Object.fromEntries(error.errors.map(({ field, message }) => [field, message]));
}
