import { useTranslation } from "react-i18next";
import css from "./Charts.module.css";

/** What the colours of the columns mean. */
export function Legend() {
  const { t } = useTranslation("deskReports");
  return (
    <p className={css.legend}>
      {(["issued", "redeemed", "expired"] as const).map((kind) => (
        <span key={kind}>
          <i className={css[kind]} />
          {t(kind)}
        </span>
      ))}
    </p>
  );
}
