import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { buzz } from "../../device/buzz";
import { formatChange, formatPoints } from "../../i18n/format";
import { ButtonLink } from "../../kit/buttons/Button";
import { PETAL_DARK, PETAL_LIGHT } from "../../kit/screen/petals";
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

/** Place, turn and size of each petal; every second one is pale. */
const PETALS = [
  "translate(34 60) rotate(30) scale(.42)",
  "translate(96 34) rotate(-60) scale(.3)",
  "translate(176 58) rotate(12) scale(.26)",
  "translate(270 30) rotate(-24) scale(.28)",
  "translate(334 76) rotate(48) scale(.46)",
  "translate(226 44) rotate(-80) scale(.2)",
  "translate(16 150) rotate(64) scale(.22)",
  "translate(24 262) rotate(-14) scale(.34)",
  "translate(334 350) rotate(22) scale(.38)",
  "translate(352 262) rotate(-40) scale(.3)",
  "translate(56 430) rotate(70) scale(.26)",
  "translate(92 470) rotate(40) scale(.22)",
  "translate(196 486) rotate(14) scale(.24)",
  "translate(296 462) rotate(-52) scale(.26)",
];

function Petals() {
  return (
    <svg className={css.air} viewBox="0 0 375 812" preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      {PETALS.map((place, at) => (
        <g key={place} className={css.petal}>
          <g transform={place}>
            <g transform="translate(0 52)">
              <path d={PETAL_LIGHT} fill={at % 2 ? "#F4CDBB" : "#D8402A"} />
              <path d={PETAL_DARK} fill={at % 2 ? "#E9AF98" : "#8F1F0F"} />
            </g>
          </g>
        </g>
      ))}
    </svg>
  );
}
