import { useTranslation } from "react-i18next";
import { formatExactTime } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { CINQUEFOIL } from "../../kit/screen/petals";
import css from "./CodeScreen.module.css";

/** Replaces the code after the counter has collected the coupon. The countdown no longer matters. */
export function Collected({ at }: { at: string }) {
  const { t } = useTranslation("rewards");
  const language = useLanguage();
  return (
    <div className={css.collected} role="status">
      <svg viewBox="-48 -48 96 96" aria-hidden="true">
        <path d={CINQUEFOIL} />
        <path d="M-15 1l10 10 20-21" />
      </svg>
      <p className={css.done}>{t("code.collected")}</p>
      <p className={css.partner}>{t("code.collectedAt", { time: formatExactTime(at, language) })}</p>
    </div>
  );
}
