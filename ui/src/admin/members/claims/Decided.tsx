import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatDateTime, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import css from "../../admin.module.css";
import { Facts } from "../../kit/Facts";
import { adminPaths, recordPath } from "../../paths";
import type { AdminClaim } from "./claims";

/** The answer to a claim, or a line that it still waits. */
export function Decided({ claim }: { claim: AdminClaim }) {
  const { t } = useTranslation("adminClaims");
  const language = useLanguage();
  const { status, transaction, reason, reply, decided, decidedBy } = claim;
  return (
    <section className={css.panel}>
      <h2>{t(`status.${status}`)}</h2>
      <Facts
        facts={[
          [t("decided"), decided && formatDateTime(decided, language)],
          [t("by"), decidedBy],
          [t("points"), status === "approved" && formatPoints(claim.points)],
          [t("refuse.reason"), status === "refused" && reason && t(`reasons.${reason}`)],
          [t("refuse.reply"), status === "refused" && reply],
        ]}
      />
      {transaction && (
        <p>
          <Link className={css.quietLink} to={recordPath(adminPaths.transactions, transaction)}>
            {t("transaction")}
          </Link>
        </p>
      )}
      {status === "approved" && <p className={css.soft}>{t("undoText")}</p>}
    </section>
  );
}
