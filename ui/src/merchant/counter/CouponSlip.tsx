import { useTranslation } from "react-i18next";
import { classes } from "../../components/classes";
import { formatDateTime, formatExactTime } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { readable } from "../../i18n/readable";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import type { Verdict } from "./orders";
import { placeOf } from "./till";
import css from "./Verdict.module.css";

interface CouponSlipProps {
  code: string;
  verdict: Verdict;
  collected: boolean;
  expired: boolean;
}

/** What the coupon buys, whose it is, and what became of it. */
export function CouponSlip({ code, verdict, collected, expired }: CouponSlipProps) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  const { item, member, outlet } = verdict;
  const facts: [string, string | undefined][] = collected
    ? [
        [t("coupon.collected"), verdict.collectedAt && formatDateTime(verdict.collectedAt, language)],
        [t("coupon.where"), placeOf(outlet, verdict.till, language)],
        [t("coupon.by"), verdict.collectedBy],
      ]
    : [
        [t("coupon.member"), member?.name],
        [t("coupon.opened"), verdict.openedAt && formatExactTime(verdict.openedAt, language)],
        [
          t("coupon.ended"),
          expired && verdict.expiresAt ? formatExactTime(verdict.expiresAt, language) : undefined,
        ],
      ];
  return (
    <>
      {item && (
        <div className={css.item}>
          {item.image ? <img src={item.image} alt="" width={72} height={72} /> : <span />}
          <div>
            <p className={text.t2}>{localized(item.name, language)}</p>
            <p className={classes(text.t5, text.soft, text.tnum)}>{readable(code)}</p>
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
