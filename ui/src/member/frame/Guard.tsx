import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { authQuery, cachedUser } from "../../api/member";
import { isUnauthorized, NetworkError } from "../../api/problem";
import { SLOW_MS } from "../../api/session";
import { NextTask } from "../../kit/loading/NextTask";
import { ScreenWaiting } from "../../kit/loading/Skeletons";
import { ErrorState } from "../../kit/loading/States";
import { OfflineBanner } from "../../kit/screen/Frame";

function useSlow(waiting: boolean) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting]);
  return slow;
}

/**
 * Lets logged-in members through and checks again on each change of path. Only a real 401 leads to login:
 * on a network error or timeout a known member stays and sees a banner. `bar` is shown below the skeleton
 * while a known member waits.
 */
export function Guard({ bar, children }: { bar?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const auth = useQuery({ ...authQuery(pathname), placeholderData: keepPreviousData });
  const slow = useSlow(auth.isPending);
  // While a failed check is repeated, the query is pending again. The last result holds until then.
  // Otherwise every reconnect would unmount the screen and lose the member's input.
  const passed = useRef(false);
  const trouble = useRef(auth.error);
  if (!auth.isPending) trouble.current = auth.error;
  // The handler of a session end navigates to login.
  if (isUnauthorized(auth.error)) return null;
  if (auth.data || ((auth.isError || slow || passed.current) && cachedUser())) {
    passed.current = true;
    return (
      <NextTask>
        <OfflineBanner trouble={slow ? new NetworkError() : trouble.current} />
        {children}
      </NextTask>
    );
  }
  if (!auth.isError)
    return (
      <>
        <ScreenWaiting />
        {cachedUser() && bar}
      </>
    );
  const failed = <ErrorState title={t("failedTitle")} error={auth.error} onRetry={() => auth.refetch()} />;
  return <ScreenWaiting instead={failed} />;
}
