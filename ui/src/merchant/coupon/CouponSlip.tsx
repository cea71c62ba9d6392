import { useTranslation } from "react-i18next";
import { formatDateTime, formatExactTime } from "../../i18n/format";
import { groupsOfFour } from "../../i18n/groupsOfFour";
import { localized, useLanguage } from "../../i18n/language";
import { classes } from "../../kit/classes";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import { placeOf } from "../../shared/slip/placeOf";
import type { CouponCheck } from "../kit/orders";
import css from "./CouponCheck.module.css";

interface CouponSlipProps {
  code: string;
  check: CouponCheck;
  collected: boolean;
  expired: boolean;
}

/** The item of a coupon, its member, and its state. */
export function CouponSlip({ code, check, collected, expired }: CouponSlipProps) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  const { item, member, outlet } = check;
  const facts: [string, string | undefined][] = collected
    ? [
        [t("coupon.collected"), check.collectedAt && formatDateTime(check.collectedAt, language)],
        [t("coupon.where"), placeOf(outlet, check.till, language)],
        [t("coupon.by"), check.collectedBy],
      ]
    : [
        [t("coupon.member"), member?.name],
        [t("coupon.opened"), check.openedAt && formatExactTime(check.openedAt, language)],
        [
          t("coupon.ended"),
          expired && check.expiresAt ? formatExactTime(check.expiresAt, language) : undefined,
        ],
      ];
  return (
    <>
      {item && (
        <div className={css.item}>
          {item.image ? <img src={item.image} alt="" width={72} height={72} /> : <span />}
          <div>
            <p className={text.t2}>{localized(item.name, language)}</p>
            <p className={classes(text.t5, text.soft, text.tnum)}>{groupsOfFour(code)}</p>
          </div>
        </div>
      )}
      {item ? (
        <dl className={layout.facts}>
          {facts.map(
            ([name, value]) =>
              value && (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd className={text.tnum}>{value}</dd>
                </div>
              ),
          )}
        </dl>
      ) : (
        <p className={classes(text.soft, text.tnum)}>{t("coupon.shown", { code })}</p>
      )}
    </>
  );
}
