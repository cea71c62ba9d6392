import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMatch } from "react-router";
import { NetworkError } from "../api/problem";
import { queryClient } from "../api/queries";
import { onStaffSessionEnd, staffToken } from "../api/staffSession";
import { loadWords } from "../i18n/i18n";
import { lazyComponent } from "../kit/loading/lazyComponent";
import { ErrorState } from "../kit/loading/States";
import css from "./admin.module.css";
import { AdminFrame } from "./entry/frame/AdminFrame";
import { SignInAgain } from "./entry/signin/SignInAgain";
import { SignInScreen } from "./entry/signin/SignInScreen";
import { adminPaths } from "./paths";
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

const AcceptScreen = lazyComponent(async () => {
  const [{ AcceptScreen }] = await Promise.all([
    import("./entry/accept/AcceptScreen"),
    loadWords(["adminAccept", "account"]),
  ]);
  return AcceptScreen;
});

const ForgotScreen = lazyComponent(async () => {
  const [{ ForgotScreen }] = await Promise.all([
    import("./entry/accept/ForgotScreen"),
    loadWords(["staffForgot"]),
  ]);
  return ForgotScreen;
});

/** The staff app. Invitation and password links work without a session. */
export function AdminApp() {
  const link = useMatch(`${adminPaths.accept}/:token?`);
  const forgot = useMatch(adminPaths.forgot);
  const waiting = <main className={css.alone} aria-busy="true" />;
  if (forgot) return <ForgotScreen waiting={waiting} />;
  if (!link) return <Desk />;
  return <AcceptScreen token={link.params.token} waiting={waiting} />;
}

/** The sign-in screen, or the frame with the current screen. */
function Desk() {
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
        <AdminFrame me={me.data} />
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
