import { useTranslation } from "react-i18next";
import { EraseIcon } from "../../kit/icons/icons-member";
import css from "./CodeKeys.module.css";
import { isSound, LENGTH, plain, SIGNS } from "./shortCode";

interface CodeKeysProps {
  typed: string;
  onType(typed: string): void;
}

/** Keys for a coupon's short code, and the number of characters still missing. */
export function CodeKeys({ typed, onType }: CodeKeysProps) {
  const { t } = useTranslation("counter");
  const code = plain(typed);
  const sound = isSound(typed);
  const left = LENGTH - code.length;
  return (
    <>
      <p className={css.hint} role="status">
        {sound === false ? (
          <b className={css.bad}>{t("coupon.wrongSign")}</b>
        ) : sound ? (
          <b className={css.good}>{t("coupon.complete")}</b>
        ) : (
          left > 0 && left < LENGTH && t("coupon.more", { count: left })
        )}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset draws a box and needs a legend. */}
      <div className={css.keys} role="group" aria-label={t("coupon.keys")}>
        {[...SIGNS].map((sign) => (
          <button key={sign} type="button" onClick={() => onType(code + sign)}>
            {sign}
          </button>
        ))}
        <button type="button" className={css.plain} onClick={() => onType("")}>
          {t("coupon.clear")}
        </button>
        <button
          type="button"
          className={css.plain}
          aria-label={t("keypad.erase")}
          onClick={() => onType(code.slice(0, -1))}
        >
          <EraseIcon />
        </button>
      </div>
    </>
  );
}
