import { useTranslation } from "react-i18next";
import { usePartnerName } from "../../api/partners";
import { formatDate, formatPoints } from "../../i18n/format";
import { localized, tongueOf, useLanguage } from "../../i18n/language";
import { ButtonLink } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { Drift } from "../../kit/screen/Drift";
import { Screen } from "../../kit/screen/Screen";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import { type BoughtCoupon, type OpenCouponState, paths } from "../../shared/paths";
import css from "./Bought.module.css";
import type { Shown } from "./message";

/** A coupon that was just bought or given: its tile, what it cost, and the choice to open it now or later. */
export function Bought({ shown, coupon }: { shown: Shown; coupon: BoughtCoupon }) {
  const { t } = useTranslation("message");
  const language = useLanguage();
  const partner = usePartnerName(coupon.partner);
  const title = shown.title ?? t("title");
  const open: OpenCouponState = { openCoupon: coupon._id };
  return (
    <Screen
      title={title}
      header="none"
      reading
      footer={
        <>
          <p className={css.advice}>{t("bought.advice")}</p>
          <div className={layout.pair}>
            <ButtonLink kind="quiet" block replace to={shown.buttonLink}>
              {shown.buttonText ?? t("go")}
            </ButtonLink>
            <ButtonLink block replace to={paths.saved} state={open}>
              {t("bought.open")}
            </ButtonLink>
          </div>
        </>
      }
    >
      <div className={css.page}>
        <Drift />
        <div className={css.head} role="status">
          <h1 className={text.t1}>{title}</h1>
          <p>{shown.message}</p>
        </div>
        <div className={css.tile}>
          <div className={css.in}>
            <img src={coupon.image || undefined} alt="" />
            <div className={css.body}>
              <b lang={tongueOf(coupon.name, language)}>{localized(coupon.name, language)}</b>
              {/* Reserves the line before the partner's name loads. */}
              {coupon.partner && <span>{partner ?? "\u00A0"}</span>}
              {coupon.useBy && (
                <small>{t("bought.useBy", { day: formatDate(coupon.useBy, language) })}</small>
              )}
            </div>
          </div>
        </div>
        <dl className={classes(layout.facts, css.facts)}>
          {coupon.points > 0 && (
            <div>
              <dt>{t("bought.cost")}</dt>
              <dd className={text.out}>−{formatPoints(coupon.points)}</dd>
            </div>
          )}
          <div>
            <dt>{t("bought.balance")}</dt>
            <dd>{formatPoints(coupon.balance)}</dd>
          </div>
        </dl>
      </div>
    </Screen>
  );
}
