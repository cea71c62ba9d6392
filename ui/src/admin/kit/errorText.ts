import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { ApiProblem, NetworkError } from "../../api/problem";
import { showToast } from "../../kit/dialog/Toaster";

/** What to say of a call that failed: the server's own words where it had any. */
export function useErrorText() {
  const { t } = useTranslation("desk");
  return (error: unknown): string => {
    if (error instanceof NetworkError) return t("errors.offline");
    if (waitsForApproval(error)) return t("waits");
    if (error instanceof ApiProblem && error.code === "unauthenticated") return t("errors.ended");
    if (error instanceof ApiProblem && error.message) return error.message;
    return t("errors.unexpected");
  };
}

/** Whether nothing was done yet because a second person has to agree: the server took the request in (202). */
export function waitsForApproval(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 202;
}

/** Says so where it is so; true when there is nothing else to say. */
export function tellApprovalNeeded(error: unknown): boolean {
  const waits = waitsForApproval(error);
  if (waits) showToast(i18next.t("waits", { ns: "desk" }), undefined, "note");
  return waits;
}

/** What the server has against each field, by its name in the request. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {};
  return Object.fromEntries(error.errors.map(({ field, message }) => [field, message]));
}
