import { useTranslation } from "react-i18next";
import { classes } from "../../kit/classes";
import { Switch } from "../../kit/form/Choice";
import layout from "../../kit/styles/layout.module.css";
import css from "../Counter.module.css";
import type { Rates } from "./amount";

interface EnjoyCardProps {
  rates: Rates;
  checked: boolean;
  disabled: boolean;
  onChange(checked: boolean): void;
}

/** The switch for a customer who showed an Enjoy Card, at a partner that gives extra points for the card. */
export function EnjoyCard({ rates, checked, disabled, onChange }: EnjoyCardProps) {
  const { t } = useTranslation("counter");
  if (rates.extraPoints === "0") return null;
  return (
    <div className={classes(layout.card, css.card)}>
      <Switch name="enjoyCard" checked={checked} disabled={disabled} onChange={onChange}>
        {t("award.card")}
        <span className={css.rate}>{t("award.cardRate", { rate: rates.extraPoints })}</span>
      </Switch>
    </div>
  );
}
