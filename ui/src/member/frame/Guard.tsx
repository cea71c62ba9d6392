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
 * Lets members through, and asks again at each change of path. Only a real 401 leads to log in:
 * when the line is cut or says nothing, whoever was known here stays, with a word about it. `bar` stands below what waits for
 * a known member's screen, where it will stand below that.
 */
export function Guard({ bar, children }: { bar?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const auth = useQuery({ ...authQuery(pathname), placeholderData: keepPreviousData });
  const slow = useSlow(auth.isPending);
  // A check that failed counts as pending while it is repeated: until that is answered, the last answer stands. Otherwise
  // the screen would be taken down, with everything that the member has begun on it, each time the line comes back.
  const passed = useRef(false);
  const trouble = useRef(auth.error);
  if (!auth.isPending) trouble.current = auth.error;
  // The end of the session, which such an answer is, leads to log in.
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
