import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatChange, formatDate, formatDateTime, formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import css from "../admin.module.css";
import { Table } from "../kit/DataTable";
import { useTypeName } from "../money/transactions/transactions";
import { adminPaths, recordPath } from "../paths";
import own from "./Members.module.css";
import type { MemberPage } from "./members";

const LATEST = 6;
/** The number of lots that are shown until the member of staff unfolds the rest. */
const FIRST_LOTS = 5;

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
                <Link className={css.open} to={recordPath(adminPaths.transactions, entry._id)}>
                  {entry.itemSnapshot ? localized(entry.itemSnapshot.name, language) : typeName(entry.type)}
                </Link>
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
      <Lots lots={page.lots} />
    </>
  );
}

/** The points by their last day, in the order in which they are spent; the later ones are folded. */
function Lots({ lots }: { lots: MemberPage["lots"] }) {
  const { t } = useTranslation("adminMembers");
  const { t: one } = useTranslation("adminMember");
  const language = useLanguage();
  const [all, setAll] = useState(false);
  if (lots.length === 0) return <p className={css.soft}>{one("lots.none")}</p>;
  return (
    <>
      <p className={`${css.soft} ${own.above}`}>{one("lots.text")}</p>
      <Table
        label={one("lots.title")}
        rows={lots.slice(0, all ? undefined : FIRST_LOTS).map((lot, place) => ({ ...lot, place }))}
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
      {lots.length > FIRST_LOTS && (
        <Button kind="text" small onClick={() => setAll(!all)}>
          {all
            ? one("lots.fewer")
            : one("lots.all", { count: lots.length, shown: formatPoints(lots.length) })}
        </Button>
      )}
    </>
  );
}
