import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { PetalTimer } from "../../kit/screen/PetalTimer";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import css from "../coupon/CouponCheck.module.css";
import { clock, useCountdown } from "./useCountdown";

const MINUTE_MS = 60_000;
const PETALS = 5;

/** Time left of a coupon by the server's clock, as petals and digits. */
export function TimeLeft({ from, until, onOver }: { from: string; until: string; onOver(): void }) {
  const { t } = useTranslation("counter");
  const left = useCountdown(from, until);
  const over = left === 0;
  useEffect(() => {
    if (over) onOver();
  }, [over, onOver]);
  const time = clock(left);
  return (
    <div className={css.left}>
      <PetalTimer left={Math.min(PETALS, left / MINUTE_MS)} size={76} />
      <div>
        <p>{t("coupon.left")}</p>
        <div role="timer" aria-label={t("coupon.leftIs", { time })}>
          <StencilNumber value={time} height={48} hidden />
        </div>
      </div>
    </div>
  );
}
