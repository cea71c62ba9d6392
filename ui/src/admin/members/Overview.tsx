import { useTranslation } from "react-i18next";
import { formatChange, formatDate, formatDateTime, formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import css from "../admin.module.css";
import { Table } from "../kit/DataTable";
import { useTypeName } from "../money/transactions/transactions";
import own from "./Members.module.css";
import type { MemberPage } from "./members";

const LATEST = 6;

/** The latest transactions with the balance after each, and the parts of the balance. */
export function Overview({ page, onAll }: { page: MemberPage; onAll(): void }) {
  const { t } = useTranslation("adminMembers");
  const { t: one } = useTranslation("adminMember");
  const language = useLanguage();
  const typeName = useTypeName();
  return (
    <>
      <div className={css.panelHead}>
        <h2>{one("latest")}</h2>
        {page.transactions.length > 0 && (
          <Button kind="text" small onClick={onAll}>
            {one("all")}
          </Button>
        )}
      </div>
      {page.transactions.length === 0 ? (
        <p className={css.soft}>{t("ledgerEmpty")}</p>
      ) : (
        <ul className={own.entries}>
          {page.transactions.slice(0, LATEST).map((entry) => (
            <li key={`${entry._id} ${entry.points}`}>
              <div>
                <b>
                  {entry.itemSnapshot ? localized(entry.itemSnapshot.name, language) : typeName(entry.type)}
                </b>
                <span>
                  {[entry.counterparty, formatDateTime(entry.created, language), entry.reason]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </div>
              <span className={entry.points < 0 ? css.out : css.in}>{formatChange(entry.points)}</span>
              <span className={own.after}>{formatPoints(entry.balanceAfter)}</span>
            </li>
          ))}
        </ul>
      )}
      <div className={`${css.panelHead} ${own.next}`}>
        <h2>{one("lots.title")}</h2>
      </div>
      {page.lots.length === 0 ? (
        <p className={css.soft}>{one("lots.none")}</p>
      ) : (
        <>
          <p className={`${css.soft} ${own.above}`}>{one("lots.text")}</p>
          <Table
            label={one("lots.title")}
            rows={page.lots.map((lot, place) => ({ ...lot, place }))}
            rowKey={({ place }) => String(place)}
            columns={[
              {
                key: "expires",
                head: one("lots.expires"),
                cell: ({ expires }) => (expires ? formatDate(expires, language) : one("lots.never")),
              },
              {
                key: "earned",
                head: one("lots.earned"),
                soft: true,
                cell: ({ earned }) => formatDate(earned, language),
              },
              {
                key: "points",
                head: t("points"),
                end: true,
                cell: ({ points }) => <b>{formatPoints(points)}</b>,
              },
            ]}
          />
        </>
      )}
    </>
  );
}
