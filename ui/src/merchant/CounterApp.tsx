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

/** The code in a one-time link's address. */
function codeInAddress(): string | undefined {
  return /^\/merchant\/enrol\/([^/]+)/.exec(window.location.pathname)?.[1];
}

/** The merchant's counter: a device becomes a till, somebody signs in, and then there is work. */
export function CounterApp() {
  const { t } = useTranslation("counter");
  const [code, setCode] = useState(codeInAddress);
  const till = useQuery(tillQuery());
  useLayoutEffect(() => {
    // A code has no business in an address bar or a history.
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
