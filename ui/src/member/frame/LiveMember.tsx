import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { followOtherTabs } from "../../api/followOtherTabs";
import { followLiveUpdates } from "../../api/liveUpdates";
import { forgetOtherMembersDrafts } from "../../api/offline/memberDraft";
import { startOfflineCache } from "../../api/offline/offlineCache";
import { keepRegistered } from "../../api/push";
import { formatPoints } from "../../i18n/format";
import text from "../../kit/styles/text.module.css";

/** Keeps the data of every screen up to date, and announces a changed balance to screen readers. */
export function LiveMember() {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const [changed, setChanged] = useState<number>();
  useEffect(startOfflineCache, []);
  useEffect(forgetOtherMembersDrafts, []);
  useEffect(followOtherTabs, []);
  useEffect(() => keepRegistered(language), [language]);
  useEffect(() => {
    let known: number | undefined;
    return followLiveUpdates((points) => {
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
