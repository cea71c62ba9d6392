import { useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { programmeName } from "../device/programmeName";
import { Toaster } from "../kit/dialog/Toaster";
import { ErrorState } from "../kit/loading/States";
import css from "./Counter.module.css";
import { CounterHome } from "./CounterHome";
import { tillQuery } from "./kit/till";
import { EnrolScreen } from "./signin/EnrolScreen";
import { SignInScreen } from "./signin/SignInScreen";

/** The enrolment code from the address of a one-time link. */
function codeInAddress(): string | undefined {
  return /^\/merchant\/enrol\/([^/]+)/.exec(window.location.pathname)?.[1];
}

/** The counter: enrols the device as a till, signs a cashier in, then shows the work screens. */
export function CounterApp() {
  const { t } = useTranslation("counter");
  const [code, setCode] = useState(codeInAddress);
  const till = useQuery(tillQuery());
  useLayoutEffect(() => {
    // The code must not stay in the address bar or the browser history.
    if (codeInAddress()) window.history.replaceState(window.history.state, "", "/merchant");
  }, []);
  useEffect(() => {
    document.title = `${t("title")} · ${programmeName}`;
  }, [t]);

  const screen = () => {
    if (code !== undefined) return <EnrolScreen code={code} onDone={() => setCode(undefined)} />;
    if (till.data === null) return <EnrolScreen code="" onDone={() => setCode(undefined)} />;
    if (till.data?.signedIn && !till.data.locked)
      return <CounterHome till={till.data} by={till.data.signedIn} />;
    if (till.data) return <SignInScreen till={till.data} />;
    if (till.isError)
      return (
        <main className={css.alone}>
          <ErrorState title={t("failed")} error={till.error} onRetry={() => till.refetch()} />
        </main>
      );
    return <main className={css.alone} aria-busy="true" />;
  };
  return (
    <div className={css.app}>
      {screen()}
      <Toaster />
    </div>
  );
}
