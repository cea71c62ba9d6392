import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { keepForOffline } from "../../api/keeper";
import { followStanding } from "../../api/live";
import { keepRegistered } from "../../api/push";
import { followOtherTabs } from "../../api/tabs";
import { formatPoints } from "../../i18n/format";
import { withBack } from "../../paths";
import text from "../../styles/text.module.css";

/** Keeps what every screen shows current, and says aloud when the balance has changed. */
export function Standing() {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const navigate = useNavigate();
  const [changed, setChanged] = useState<number>();
  useEffect(keepForOffline, []);
  useEffect(followOtherTabs, []);
  useEffect(() => keepRegistered(language), [language]);
  useEffect(() => {
    let known: number | undefined;
    return followStanding((points) => {
      if (known !== undefined && points !== known) setChanged(points);
      known = points;
    });
  }, []);
  useEffect(() => {
    const go = ({ data, ports }: MessageEvent<unknown>) => {
      ports[0]?.postMessage(0);
      // Whoever shows a coupon at a counter, or is filling something in, is not led away from it.
      if (typeof data === "string" && !document.querySelector("dialog[open], form"))
        navigate(data, { state: withBack });
    };
    navigator.serviceWorker?.addEventListener("message", go);
    return () => navigator.serviceWorker?.removeEventListener("message", go);
  }, [navigate]);
  return (
    <p className={text.sr} role="status">
      {changed !== undefined && t("balanceNow", { amount: formatPoints(changed) })}
    </p>
  );
}
