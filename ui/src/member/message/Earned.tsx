import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { buzz } from "../../device/buzz";
import { formatChange, formatPoints } from "../../i18n/format";
import { ButtonLink } from "../../kit/buttons/Button";
import { Petals } from "../../kit/screen/Petals";
import { Screen } from "../../kit/screen/Screen";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import text from "../../kit/styles/text.module.css";
import { paths, withBack } from "../../shared/paths";
import css from "./Earned.module.css";
import type { Shown } from "./message";
import { RollingNumber } from "./RollingNumber";

interface EarnedProps {
  shown: Shown;
  earned: { points: number; balance: number };
}

/** Points that arrived: the amount first, on red, then the balance rolling to its new value. */
export function Earned({ shown, earned: { points, balance } }: EarnedProps) {
  const { t } = useTranslation("message");
  useEffect(() => buzz(30), []);
  const title = shown.title ?? t("title");
  return (
    <Screen title={title} header="none" flush reading>
      <div className={css.page}>
        <Petals />
        <div className={css.head} role="status">
          <div className={css.amount}>
            <StencilNumber value={formatChange(points)} height={136} />
          </div>
          <h1 className={text.t2}>{title}</h1>
          <p>{shown.message}</p>
          <span className={text.sr}>{t("earned.balanceIs", { balance: formatPoints(balance) })}</span>
        </div>
        <div className={css.slip}>
          <p className={css.label} aria-hidden="true">
            {t("earned.balance")}
          </p>
          <div className={css.balance}>
            <RollingNumber from={Math.max(0, balance - points)} to={balance} />
          </div>
          <div className={css.buttons}>
            <ButtonLink block replace to={shown.buttonLink}>
              {shown.buttonText ?? t("go")}
            </ButtonLink>
            <ButtonLink kind="text" block replace to={paths.points} state={withBack}>
              {t("earned.history")}
            </ButtonLink>
          </div>
        </div>
      </div>
    </Screen>
  );
}
