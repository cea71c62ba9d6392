import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDay, formatTime } from "../../i18n/format";
import { localized, tongueOf, useLanguage } from "../../i18n/language";
import { Button, ButtonLink } from "../../kit/buttons/Button";
import { Dialog } from "../../kit/dialog/Dialog";
import { showToast } from "../../kit/dialog/Toaster";
import { EmptyState } from "../../kit/loading/EmptyState";
import { Loaded } from "../../kit/loading/States";
import { FailedNote } from "../../kit/screen/Paper";
import { PetalTimer } from "../../kit/screen/PetalTimer";
import { CouponTile, TileSkeleton } from "../../kit/screen/Tile";
import { paths } from "../../shared/paths";
import { useBackStep } from "../../shared/useBackStep";
import { CouponShelves } from "./CouponShelves";
import css from "./Coupons.module.css";
import { PETALS } from "./countdown";
import { ExchangeDialog } from "./ExchangeDialog";
import { isUnanswered } from "./openCoupon";
import {
  formatWeekday,
  isSoon,
  type Redemption,
  type RewardType,
  redemptionsQuery,
  shutBecause,
} from "./redemptions";
import { CodeScreen, useOpenCoupon } from "./useOpenCoupon";
import { useWantedCoupon } from "./useWantedCoupon";

interface CouponsProps {
  type?: RewardType;
  /** Used ones are folded below the others. */
  folded?: boolean;
  /** Rendered below the coupons only after they load, so that it does not shift. */
  below?: ReactNode;
}

/** The member's redemptions, of one type or all, and the way to open one at a counter. */
export function Coupons({ type, folded = false, below }: CouponsProps) {
  const { t } = useTranslation("rewards");
  const language = useLanguage();
  const redemptions = useQuery(redemptionsQuery(type));
  const { state, ask, open, close } = useOpenCoupon();
  useWantedCoupon(redemptions.data, ask);
  // A coupon that was opened in this visit stays in sight after it.
  const [unfolded, setUnfolded] = useState(false);
  if (state?.opened && !unfolded) setUnfolded(true);
  const [toldId, setTold] = useState<string>();
  const told = redemptions.data?.find(({ _id }) => _id === toldId);
  // An open coupon handles a step back itself: it asks first.
  const leaveCode = useRef(close);
  useBackStep(told || state ? 1 : 0, () => {
    if (state?.opened) leaveCode.current();
    else if (state) close();
    else setTold(undefined);
  });

  const end = (said: "code.over" | "code.returned") => {
    close();
    showToast(t(said), undefined, "note");
  };
  const whyShut = (redemption: Redemption) => shutBecause(redemption, isUnanswered(redemption._id));
  const noteOf = (redemption: Redemption) => {
    const { created, status, used, ended, useBy } = redemption;
    if (status === "rejected") return t("rejectedNote");
    if (useBy && ended) return t("endedOn", { day: formatDay(useBy, language) });
    if (useBy && !used) {
      const day = isSoon(useBy) ? formatWeekday(useBy, language) : formatDay(useBy, language);
      return t("useBy", { day });
    }
    // A bare time on a coupon that can be opened would read as its end.
    if (whyShut(redemption) === undefined) return t("noEnd");
    return t("when", { day: formatDay(created, language), time: formatTime(created) });
  };
  // Staff settle an exchange, so its status is shown even if it has a code to open.
  const stampOf = ({ type, status }: Redemption) => {
    if (status === "confirmed" && type !== "exchange") return undefined;
    return t(type === "coupon" ? "cancelled" : status);
  };
  const isEnding = ({ useBy, used }: Redemption) => useBy !== undefined && !used && isSoon(useBy);
  const draw = (redemption: Redemption) => (
    <CouponTile
      name={localized(redemption.redeemItemSnapshot.name, language)}
      lang={tongueOf(redemption.redeemItemSnapshot.name, language)}
      image={redemption.redeemItemSnapshot.image}
      note={noteOf(redemption)}
      soon={isEnding(redemption)}
      usedAs={redemption.ended ? t("ended") : undefined}
      used={!stampOf(redemption) && whyShut(redemption) === "used"}
      stamp={stampOf(redemption)}
      fresh={whyShut(redemption) !== "used"}
      onOpen={() => (stampOf(redemption) ? setTold(redemption._id) : ask(redemption))}
    />
  );
  return (
    <>
      <Loaded of={redemptions} skeleton={<TileSkeleton count={4} />} failed={t("error")}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              title={t("emptyTitle")}
              text={t("empty")}
              action={<ButtonLink to={paths.explorer}>{t("explore")}</ButtonLink>}
            />
          ) : (
            <CouponShelves all={all} folded={folded} unfolded={unfolded} draw={draw} />
          )
        }
      </Loaded>
      {!redemptions.isPending && below}
      {told && (
        <ExchangeDialog
          redemption={told}
          onOpen={
            whyShut(told) === undefined
              ? () => {
                  setTold(undefined);
                  ask(told);
                }
              : undefined
          }
          onClose={() => setTold(undefined)}
        />
      )}
      {state && !state.opened && (
        <Dialog
          alert
          centred
          title={t("open.title")}
          picture={
            <div className={css.blossom}>
              <PetalTimer left={PETALS} size={96} />
            </div>
          }
          onClose={close}
          actions={
            <>
              <Button kind="quiet" disabled={state.busy && !state.fetching} onClick={close}>
                {t("open.notYet")}
              </Button>
              <Button kind="points" busy={state.busy && t("open.busy")} onClick={() => open(state.coupon)}>
                {state.trouble ? t("tryAgain", { ns: "shell" }) : t("open.open")}
              </Button>
            </>
          }
        >
          <p>{t("open.text")}</p>
          {state.trouble && (
            <div className={css.trouble}>
              <FailedNote>{state.trouble}</FailedNote>
            </div>
          )}
        </Dialog>
      )}
      {state?.opened && (
        <CodeScreen
          coupon={state.coupon}
          opened={state.opened}
          onBack={leaveCode}
          onClose={close}
          onOver={() => end("code.over")}
          onReturned={() => end("code.returned")}
        />
      )}
    </>
  );
}
