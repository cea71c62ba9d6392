import { useTranslation } from "react-i18next";
import { noonOf } from "../../../api/outlook";
import { formatDate, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { IconButton } from "../../../kit/buttons/Button";
import { ListIcon } from "../../../kit/icons/icons-admin";
import { EmptySheet } from "../../../kit/loading/EmptyPlaces";
import css from "../../admin.module.css";
import chart from "../../kit/charts/Charts.module.css";
import { type Column, Table } from "../../kit/DataTable";
import { NothingYet } from "../../kit/NothingYet";
import { useAddress } from "../../kit/useAddress";
import { formatHkd } from "../reports/reports";
import { EndsChart } from "./EndsChart";
import own from "./Expiry.module.css";
import type { ExpiryEstimate, ExpiryMonth, ExpiryReport } from "./expiry";
import { useShortMonth } from "./usePolicyWords";

/** The points that reach their last day by month, as a chart or as a table, and how many probably expire unspent. */
export function ByMonth({ report }: { report: ExpiryReport }) {
  const { t } = useTranslation("adminExpiry");
  const { get, change } = useAddress();
  const asTable = get("view") === "table";
  const { months, total, lasting, unspent, estimate } = report;
  const worth = ({ points, hkd }: { points: number; hkd: string }) =>
    t("worth", { points: formatPoints(points), hkd: formatHkd(hkd) });
  const isEmpty = total.points === 0;
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("byMonth")}</h2>
        {!asTable && !isEmpty && estimate && (
          <p className={chart.legend}>
            <span>
              <i className={own.solid} />
              {t("chart.unspent")}
            </span>
            <span>
              <i className={own.hatched} />
              {t("chart.spent")}
            </span>
          </p>
        )}
        {!isEmpty && (
          <IconButton
            label={t("chart.table")}
            pressed={asTable}
            onClick={() => change({ view: asTable ? "" : "table" })}
          >
            <ListIcon size={22} />
          </IconButton>
        )}
      </div>
      {isEmpty ? (
        <NothingYet picture={<EmptySheet />}>{t("chart.empty")}</NothingYet>
      ) : asTable ? (
        <Months months={months} />
      ) : (
        <EndsChart months={months} />
      )}
      <p className={own.sum}>
        {t("total", { worth: worth(total) })} {unspent && t("unspent", { worth: worth(unspent) })}
      </p>
      <p className={css.soft}>{t("lasting", { worth: worth(lasting) })}</p>
      <details className={own.assumptions}>
        <summary>{t("assumptions.title")}</summary>
        <Assumptions estimate={estimate} />
      </details>
    </section>
  );
}

function Months({ months }: { months: readonly ExpiryMonth[] }) {
  const { t } = useTranslation("adminExpiry");
  const nameOf = useShortMonth();
  const columns: Column<ExpiryMonth>[] = [
    { key: "month", head: t("month"), cell: ({ month }) => nameOf(month, true) },
    { key: "points", head: t("chart.reach"), end: true, cell: ({ points }) => formatPoints(points) },
  ];
  if (months.every(({ unspent }) => unspent !== undefined))
    columns.push(
      {
        key: "unspent",
        head: t("chart.unspent"),
        end: true,
        cell: ({ unspent = 0 }) => formatPoints(unspent),
      },
      {
        key: "spent",
        head: t("chart.spent"),
        end: true,
        cell: ({ points, unspent = 0 }) => formatPoints(points - unspent),
      },
    );
  columns.push({ key: "hkd", head: t("chart.hkd"), end: true, cell: ({ hkd }) => formatHkd(hkd) });
  return <Table label={t("byMonth")} rows={months} rowKey={({ month }) => month} columns={columns} />;
}

/** The assumptions of the estimate, in words that can be checked. */
function Assumptions({ estimate }: { estimate: ExpiryEstimate | undefined }) {
  const { t } = useTranslation("adminExpiry");
  const language = useLanguage();
  if (!estimate) return <p>{t("assumptions.none")}</p>;
  const { from, to, members, allMembers, spent, expired } = estimate;
  const day = (one: string) => formatDate(noonOf(one), language);
  return (
    <ul>
      <li>
        {t("assumptions.history", {
          from: day(from),
          to: day(to),
          spent: formatPoints(spent),
          expired: formatPoints(expired),
        })}
      </li>
      <li>{t("assumptions.share")}</li>
      <li>{t("assumptions.same")}</li>
      <li>
        {t(allMembers ? "assumptions.all" : "assumptions.sample", {
          count: members,
          members: formatPoints(members),
        })}
      </li>
    </ul>
  );
}
