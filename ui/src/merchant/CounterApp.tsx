import { useQuery } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { programmeName } from "../device/programmeName";
import { Toaster } from "../kit/dialog/Toaster";
import { ErrorState } from "../kit/loading/States";
import css from "./Counter.module.css";
import { CounterHome } from "./CounterHome";
import { tillQuery } from "./kit/till";
import { SetUpScreen } from "./signin/SetUpScreen";
import { SignInScreen } from "./signin/SignInScreen";
import { codeInAddress } from "./signin/tillLink";

/** The counter: enrols the device as a till, signs a cashier in, then shows the work screens. */
export function CounterApp() {
  const { t } = useTranslation("counter");
  const [code, setCode] = useState(() => codeInAddress(window.location.pathname));
  const till = useQuery(tillQuery());
  useLayoutEffect(() => {
    // The code must not stay in the address bar or the browser history.
    if (codeInAddress(window.location.pathname))
      window.history.replaceState(window.history.state, "", "/merchant");
  }, []);
  useEffect(() => {
    document.title = `${t("title")} · ${programmeName}`;
  }, [t]);

  const screen = () => {
    const done = () => setCode(undefined);
    // A page about a link says whether this device is a till already, so it waits for that answer.
    if (code !== undefined && !till.isPending)
      return <SetUpScreen code={code} till={till.data ?? null} onDone={done} />;
    if (till.data === null) return <SetUpScreen code="" till={null} onDone={done} />;
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
