import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatDate, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import css from "../../admin.module.css";
import { adminPaths, recordPath } from "../../paths";
import own from "./Transaction.module.css";
import type { Transaction } from "./transactions";

/** The number of lots that are shown one by one. */
const SHOWN = 5;

/** The points that a transaction brought, by the day on which they expire, and how many of them are left. */
export function CreditedLots({ lots }: { lots: NonNullable<Transaction["lots"]> }) {
  const { t } = useTranslation("adminMoney");
  const end = useEnd();
  return (
    <Rows label={t("lots.credited")} count={lots.length}>
      {lots.slice(0, SHOWN).map(({ member, left, points, expires }) => (
        <li key={`${member} ${expires} ${points} ${left}`}>
          {t("lots.left", { left: formatPoints(left), points: formatPoints(points) })}
          <span className={css.two}>{end(expires)}</span>
        </li>
      ))}
    </Rows>
  );
}

/** The lots from which a transaction took points, each with the transaction that brought it. */
export function TakenLots({ lots }: { lots: NonNullable<Transaction["takenLots"]> }) {
  const { t } = useTranslation("adminMoney");
  const language = useLanguage();
  const end = useEnd();
  return (
    <Rows label={t("lots.taken")} count={lots.length}>
      {lots.slice(0, SHOWN).map(({ points, earned, expires, creditedBy }) => (
        <li key={`${creditedBy?._id} ${earned} ${expires} ${points}`}>
          {formatPoints(points)}
          <span className={css.two}>
            {creditedBy ? (
              <Link className={css.quietLink} to={recordPath(adminPaths.transactions, creditedBy._id)}>
                {creditedBy.number}
              </Link>
            ) : (
              t("lots.earned", { day: formatDate(earned, language) })
            )}
            {" · "}
            {end(expires)}
          </span>
        </li>
      ))}
    </Rows>
  );
}

/** One row of facts with a list, which ends with the number of lots that it leaves out. */
function Rows({ label, count, children }: { label: string; count: number; children: ReactNode }) {
  const { t } = useTranslation("adminMoney");
  const id = useId();
  return (
    <div>
      <dt id={id}>{label}</dt>
      <dd>
        <ul className={own.lots} aria-labelledby={id}>
          {children}
          {count > SHOWN && <li className={css.soft}>{t("lots.more", { count: count - SHOWN })}</li>}
        </ul>
      </dd>
    </div>
  );
}

/** The words for the day on which points expire. */
function useEnd() {
  const { t } = useTranslation("adminMoney");
  const language = useLanguage();
  return (expires: string | undefined) =>
    expires ? t("lots.expires", { day: formatDate(expires, language) }) : t("lots.never");
}
