import { useTranslation } from "react-i18next";
import { noonOf } from "../../api/outlook";
import { formatChange, formatDay, formatPoints } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { classes } from "../../kit/classes";
import layout from "../../kit/styles/layout.module.css";
import { useLineName } from "../../shared/slip/useLineName";
import type { Rates } from "./amount";
import css from "./Because.module.css";
import type { AwardPreview } from "./useAwardPreview";

type Line = AwardPreview["lines"][number];

interface BecauseProps {
  lines: readonly Line[];
  /** The member's balance before and after the purchase, where this till may show it. */
  balance?: AwardPreview["balance"];
  rates: Rates;
}

/** The parts of the points before they are given (by the partner's rates, then by each earning rule) and the balance. */
export function Because({ lines, balance, rates }: BecauseProps) {
  const { t } = useTranslation("counter");
  const name = useLineName();
  const language = useLanguage();
  const why = ({ kind, limitedBy, pendingUntil }: Line) => {
    if (pendingUntil) return t("because.pending", { day: formatDay(noonOf(pendingUntil), language) });
    if (kind === "base") return t("because.rate", { rate: rates.basePoints });
    if (kind === "card") return t("award.cardRate", { rate: rates.extraPoints });
    return limitedBy ? t(`because.limits.${limitedBy}`) : "";
  };
  return (
    <ul className={classes(layout.card, css.because)} aria-label={t("because.title")}>
      {lines.map((line) => (
        <li key={line.rule ?? line.kind} className={line.kind === "rule" ? css.extra : undefined}>
          <span className={css.name}>{name(line)}</span>
          <small>{why(line)}</small>
          <b>{line.points === 0 && line.pendingUntil ? "–" : formatChange(line.points)}</b>
        </li>
      ))}
      {balance && (
        <li className={css.balance}>
          <span className={css.name}>{t("because.balance")}</span>
          <small>{formatPoints(balance.before)}</small>
          <b>{formatPoints(balance.after)}</b>
        </li>
      )}
    </ul>
  );
}
