import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { NetworkError } from "../api/problem";
import { queryClient } from "../api/queries";
import { onStaffSessionEnd, staffToken } from "../api/staffSession";
import { ErrorState } from "../kit/loading/States";
import css from "./admin.module.css";
import { SignInAgain } from "./entry/signin/SignInAgain";
import { SignInScreen } from "./entry/signin/SignInScreen";
import type { Staff } from "./roles";
import { meQuery } from "./session";

/** Calls back when the session ends, in this tab or in another one. */
function watchSession(ended: () => void) {
  const stop = onStaffSessionEnd(ended);
  const elsewhere = (event: StorageEvent) => {
    if (event.key === "staffToken" && event.newValue === null) ended();
  };
  window.addEventListener("storage", elsewhere);
  return () => {
    stop();
    window.removeEventListener("storage", elsewhere);
  };
}

/** The sign-in screen, or what staff see after it. */
export function StaffGate({ children }: { children(me: Staff): ReactNode }) {
  const { t } = useTranslation("admin");
  // An object, so that each end of the session renders again even if `ended` stays the same.
  const [{ ended }, setState] = useState({ ended: false });
  const setEnded = (now: boolean) => setState({ ended: now });
  const me = useQuery(meQuery());
  useEffect(
    () => watchSession(() => setState({ ended: queryClient.getQueryData(meQuery().queryKey) !== undefined })),
    [],
  );
  if (me.data) {
    return (
      <>
        {children(me.data)}
        {ended && <SignInAgain me={me.data} onDone={() => setEnded(false)} />}
      </>
    );
  }
  if (!staffToken() || (me.isError && !(me.error instanceof NetworkError)))
    return <SignInScreen ended={ended} onDone={() => setEnded(false)} />;
  if (me.isError) {
    return (
      <main className={css.alone}>
        <ErrorState title={t("frame.failed")} error={me.error} onRetry={() => me.refetch()} />
      </main>
    );
  }
  return <main className={css.alone} aria-busy="true" />;
}
