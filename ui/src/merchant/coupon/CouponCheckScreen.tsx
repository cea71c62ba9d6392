import { useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, IconButton } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { Modal } from "../../kit/dialog/Dialog";
import { CloseIcon } from "../../kit/icons/icons-basic";
import { ScanIcon } from "../../kit/icons/icons-home";
import { Note } from "../../kit/screen/Paper";
import { CINQUEFOIL } from "../../kit/screen/petals";
import { OfflineNote } from "../kit/OfflineNote";
import { beginCollect, beginReturn, type CouponCheck, settleOrLookAgain } from "../kit/orders";
import { said } from "../kit/said";
import { playSound } from "../kit/sounds";
import { TimeLeft } from "../kit/TimeLeft";
import { isRefused } from "../kit/till";
import { useScanner } from "../kit/useScanner";
import { useSending } from "../kit/useSending";
import css from "./CouponCheck.module.css";
import { CouponSlip } from "./CouponSlip";

type Said =
  | "valid"
  | "collected"
  | "expired"
  | "unknown"
  | "otherPartner"
  | "memberInactive"
  | "taken"
  | "returned";

const GROUNDS: Record<Said, "valid" | "used" | "expired"> = {
  valid: "valid",
  taken: "valid",
  collected: "used",
  returned: "used",
  expired: "expired",
  unknown: "expired",
  otherPartner: "expired",
  memberInactive: "expired",
};
const SIGNS = {
  valid: "M-22 2l15 15 30-32",
  used: "M-20-14H20M-20 14H20",
  expired: "M-18-18L18 18M18-18L-18 18",
} as const;

function toldBy({ otherPartner, memberInactive, status }: CouponCheck): Said {
  if (otherPartner) return "otherPartner";
  return memberInactive ? "memberInactive" : status;
}

interface VerdictScreenProps {
  code: string;
  check: CouponCheck;
  /** True if the code was scanned at the award desk. */
  moved?: boolean | undefined;
  /** Checks the coupon with the server again. */
  onCheck(): void;
  onClose(): void;
}

/** The check on a coupon in full colour, with a shape and a word, readable from an arm's length. */
export function CouponCheckScreen({ code, check, moved = false, onCheck, onClose }: VerdictScreenProps) {
  const { t } = useTranslation("counter");
  const title = useId();
  const sending = useSending();
  const [over, setOver] = useState(false);
  const [ended, setEnded] = useState<"taken" | "returned">();
  const [failed, setFailed] = useState<string>();
  const told = toldBy(check);
  const say: Said = ended ?? (told === "valid" && over ? "expired" : told);
  const ground = GROUNDS[say];

  const act = async (
    meant: ReturnType<typeof beginCollect | typeof beginReturn>,
    as: "taken" | "returned",
  ) => {
    setFailed(undefined);
    try {
      if ((await sending.send<unknown>(meant.ask)) === undefined) return;
      meant.settle();
      playSound(as === "taken" ? "good" : "known");
      setEnded(as);
    } catch (error) {
      playSound("bad");
      settleOrLookAgain(error, meant);
      setFailed(said(error, t("line.down"), t("coupon.failed")));
      // The coupon was collected elsewhere, has expired, or its member is suspended: fetch its new state.
      if (isRefused(error, "coupon_collected", "coupon_expired", "member_inactive")) onCheck();
    }
  };
  const busy = sending.state !== "idle";
  const slip = useRef<HTMLDivElement>(null);
  // Enter presses the main button, of each new verdict too.
  useLayoutEffect(() => {
    if (!busy && say) slip.current?.querySelector<HTMLElement>("[data-main] button")?.focus();
  }, [busy, say]);
  // A code that is scanned now would otherwise press that button.
  useScanner(true, () => {});
  return (
    <Modal onClose={onClose} className={classes(css.verdict, css[ground])} labelledBy={title}>
      <header className={css.bar}>
        <IconButton label={t("coupon.close")} disabled={busy} onClick={onClose}>
          <CloseIcon />
        </IconButton>
        <p>{t("jobs.coupon")}</p>
      </header>
      <div className={css.head} role="alert">
        <svg className={css.flower} viewBox="-60 -60 120 120" aria-hidden="true">
          <path d={CINQUEFOIL} />
          <path d={SIGNS[ground]} />
        </svg>
        <h1 id={title}>{t(`verdict.${say}.title`)}</h1>
        {say === "valid" && check.serverTime && check.expiresAt && (
          <TimeLeft from={check.serverTime} until={check.expiresAt} onOver={() => setOver(true)} />
        )}
        <p>{t(`verdict.${say}.text`)}</p>
      </div>
      <div ref={slip} className={css.slip}>
        {moved && !ended && (
          <div className={css.moved}>
            <Note>{t("coupon.moved")}</Note>
          </div>
        )}
        <CouponSlip code={code} check={check} collected={say === "collected"} expired={say === "expired"} />
        {failed && <Note tone="plum">{failed}</Note>}
        <OfflineNote sending={sending.state} onRetry={sending.retryNow} />
        <div className={css.actions} data-main="">
          {say === "valid" ? (
            <>
              <Button
                block
                busy={busy && t(sending.state === "waiting" ? "line.waiting" : "coupon.busy")}
                onClick={() => act(beginCollect(code), "taken")}
              >
                {t("coupon.collect")}
              </Button>
              <Button kind="refuse" block disabled={busy} onClick={() => act(beginReturn(code), "returned")}>
                {t("coupon.cannot")}
              </Button>
            </>
          ) : (
            <Button block icon={<ScanIcon />} onClick={onClose}>
              {t("coupon.another")}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}
