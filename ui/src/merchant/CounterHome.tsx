import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { keepAwake } from "../device/wakeLock";
import { localized, useLanguage } from "../i18n/language";
import { IconButton } from "../kit/buttons/Button";
import { Segment } from "../kit/form/Segment";
import { SlidersIcon } from "../kit/icons/icons-member";
import { OfflineBanner } from "../kit/screen/Frame";
import { placeOf } from "../shared/slip/placeOf";
import { AwardScreen } from "./award/AwardScreen";
import { BonusBanner } from "./bonus/BonusBanner";
import css from "./Counter.module.css";
import { CouponScreen, type SeenCoupon } from "./coupon/CouponScreen";
import { type Till, takeByPin } from "./kit/till";
import { useTillKeys } from "./kit/useTillKeys";
import { DeviceLock, hasDeclined, useLockOffered } from "./signin/DeviceLock";
import { TillMenu } from "./signin/TillMenu";
import { LastAward } from "./today/LastAward";
import { Today } from "./today/Today";

type Job = "award" | "coupon";

interface CounterDeskProps {
  till: Till;
  by: NonNullable<Till["signedIn"]>;
}

/** The home screen of a signed-in cashier: award points and check coupons. */
export function CounterHome({ till, by }: CounterDeskProps) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  const [job, setJob] = useState<Job>("award");
  // The code of a coupon that was scanned at the award desk.
  const [coupon, setCoupon] = useState<SeenCoupon>();
  const [menu, setMenu] = useState(false);
  const [today, setToday] = useState(false);
  const [last, setLast] = useState(false);
  const closeLast = useCallback(() => setLast(false), []);
  const lockOffered = useLockOffered(by);
  // Offered right after a PIN sign-in; also available in the menu.
  const [lock, setLock] = useState(() => takeByPin() && !hasDeclined(by));
  useEffect(keepAwake, []);
  const choose = (next: Job) => {
    setCoupon(undefined);
    setToday(false);
    setJob(next);
  };
  useTillKeys(true, {
    F2: () => choose(job === "award" ? "coupon" : "award"),
    F4: () => setLast(true),
    ...(today && { Escape: () => setToday(false) }),
  });
  const tabs = (
    <div className={css.tabs}>
      <Segment<Job>
        label={t("jobs.label")}
        block
        chosen={job}
        onChoose={choose}
        options={[
          { value: "award", label: t("jobs.award") },
          { value: "coupon", label: t("jobs.coupon") },
        ]}
      />
    </div>
  );
  return (
    <>
      <header className={css.bar}>
        {till.partner.logo && <img src={till.partner.logo} alt="" width={40} height={40} />}
        <h1>
          <b>{localized(till.partner.name, language)}</b>
          <small>{`${placeOf(till.outlet, till.name, language)} · ${by.name}`}</small>
        </h1>
        <IconButton label={t("menu.title")} onClick={() => setMenu(true)}>
          <SlidersIcon />
        </IconButton>
      </header>
      <OfflineBanner />
      <BonusBanner hidden={today} />
      {today ? (
        <Today till={till} onClose={() => setToday(false)} />
      ) : job === "award" ? (
        <AwardScreen
          tabs={tabs}
          till={till}
          by={by._id}
          onCoupon={(seen) => {
            setCoupon(seen);
            setJob("coupon");
          }}
          onToday={() => setToday(true)}
        />
      ) : (
        <CouponScreen tabs={tabs} shown={coupon} onToday={() => setToday(true)} />
      )}
      {menu && (
        <TillMenu
          by={by}
          onClose={() => setMenu(false)}
          onLock={
            lockOffered
              ? () => {
                  setMenu(false);
                  setLock(true);
                }
              : undefined
          }
          onToday={() => {
            setMenu(false);
            setToday(true);
          }}
        />
      )}
      {last && <LastAward onClose={closeLast} />}
      {lock && lockOffered && <DeviceLock till={till} by={by} onClose={() => setLock(false)} />}
    </>
  );
}
