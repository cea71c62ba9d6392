import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { keepForOffline } from "../../api/keeper";
import { followStanding } from "../../api/live";
import { forgetOthers } from "../../api/ownInTab";
import { keepRegistered } from "../../api/push";
import { followOtherTabs } from "../../api/tabs";
import { formatPoints } from "../../i18n/format";
import text from "../../styles/text.module.css";

/** Keeps what every screen shows current, and says aloud when the balance has changed. */
export function Standing() {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const [changed, setChanged] = useState<number>();
  useEffect(keepForOffline, []);
  useEffect(forgetOthers, []);
  useEffect(followOtherTabs, []);
  useEffect(() => keepRegistered(language), [language]);
  useEffect(() => {
    let known: number | undefined;
    return followStanding((points) => {
      if (known !== undefined && points !== known) setChanged(points);
      known = points;
    });
  }, []);
  return (
    <p className={text.sr} role="status">
      {changed !== undefined && t("balanceNow", { count: changed, amount: formatPoints(changed) })}
    </p>
  );
}
