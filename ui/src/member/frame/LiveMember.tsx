import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { followOtherTabs } from "../../api/followOtherTabs";
import { type Arrival, arrivalKey, followLiveUpdates } from "../../api/liveUpdates";
import { userQuery } from "../../api/member";
import { forgetOtherMembersDrafts } from "../../api/offline/memberDraft";
import { startOfflineCache } from "../../api/offline/offlineCache";
import { keepRegistered } from "../../api/push";
import { queryClient } from "../../api/queries";
import { inTab } from "../../device/storage";
import { screens } from "../../device/transition";
import { startViewTransition } from "../../device/viewTransition";
import { formatPoints } from "../../i18n/format";
import { lazyComponent, renderNothing } from "../../kit/loading/lazyComponent";
import text from "../../kit/styles/text.module.css";
import { paths } from "../../shared/paths";
import { TERMS_LATER } from "../../shared/termsLater";

const ArrivalMotion = lazyComponent(async () => (await import("./ArrivalMotion")).ArrivalMotion);
const PullToRefresh = lazyComponent(async () => (await import("./PullToRefresh")).withWords());

/** Keeps the data of every screen up to date, and announces a changed balance to screen readers. */
export function LiveMember() {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const [changed, setChanged] = useState<number>();
  const [arrival, setArrival] = useState<Arrival>();
  useNewTerms();
  useEffect(() => {
    screens.change = startViewTransition;
  }, []);
  useEffect(startOfflineCache, []);
  useEffect(forgetOtherMembersDrafts, []);
  useEffect(followOtherTabs, []);
  useEffect(() => keepRegistered(language), [language]);
  useEffect(() => {
    let known: number | undefined;
    return followLiveUpdates((points) => {
      if (known !== undefined && points !== known) setChanged(points);
      if (known !== undefined && points > known) {
        const grown = { points: points - known, balance: points };
        queryClient.setQueryData<Arrival>(arrivalKey, grown);
        setArrival(grown);
      }
      known = points;
    });
  }, []);
  return (
    <>
      <p className={text.sr} role="status">
        {changed !== undefined && t("balanceNow", { count: changed, amount: formatPoints(changed) })}
      </p>
      {arrival && <ArrivalMotion arrival={arrival} missing={renderNothing} />}
      <PullToRefresh missing={renderNothing} />
    </>
  );
}

/** Asks on Home for the acceptance of new terms, once in a visit: no other screen is interrupted. */
function useNewTerms() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { data } = useQuery({ ...userQuery(), enabled: false });
  const asks = data?.termsChanged === true && pathname === paths.home && inTab.get(TERMS_LATER) === null;
  useEffect(() => {
    if (asks) navigate(paths.newTerms);
  }, [asks, navigate]);
}
