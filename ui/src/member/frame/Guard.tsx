import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { authQuery, cachedUser } from "../../api/member";
import { isUnauthorized } from "../../api/problem";
import { OfflineBanner } from "../../components/Frame";
import { ScreenWaiting } from "../../components/Skeletons";
import { ErrorState } from "../../components/States";

/**
 * Lets members through, and asks again at each change of path. Only a real 401 leads to log in:
 * when the line is cut, whoever was known here stays, with a word about it.
 */
export function Guard({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const auth = useQuery({ ...authQuery(pathname), placeholderData: keepPreviousData });
  // The end of the session, which such an answer is, leads to log in.
  if (isUnauthorized(auth.error)) return null;
  if (auth.data || (auth.isError && cachedUser())) {
    return (
      <>
        <OfflineBanner trouble={auth.error} />
        {children}
      </>
    );
  }
  if (!auth.isError) return <ScreenWaiting />;
  const failed = <ErrorState title={t("failedTitle")} error={auth.error} onRetry={() => auth.refetch()} />;
  return <ScreenWaiting instead={failed} />;
}
