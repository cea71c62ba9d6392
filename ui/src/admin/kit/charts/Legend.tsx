import { useTranslation } from "react-i18next";
import css from "./Charts.module.css";

/** Explains the colours of the columns. */
export function Legend() {
  const { t } = useTranslation("adminReports");
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
