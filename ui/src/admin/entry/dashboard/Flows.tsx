import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { IconButton } from "../../../kit/buttons/Button";
import { ListIcon } from "../../../kit/icons/icons-admin";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import adminCss from "../../admin.module.css";
import { type Bucket, buckets, type ReportDay, stepFor } from "../../kit/charts/buckets";
import { bucketName, FlowChart } from "../../kit/charts/FlowChart";
import { Table } from "../../kit/DataTable";
import { formatHkd, spanQuery, today } from "../../money/reports/reports";
import css from "./Dashboard.module.css";
import { figuresOf } from "./figures";
import type { Range } from "./range";

interface FlowsProps {
  range: Range;
  asTable: boolean;
  onToggle(): void;
}

/** Points issued and spent and the liability, as a chart or as a table. */
export function Flows({ range: { span, before, preset }, asTable, onToggle }: FlowsProps) {
  const { t } = useTranslation("adminDashboard");
  const summary = useQuery({
    ...spanQuery({ from: before.from, to: span.to }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className={adminCss.panel}>
      <div className={adminCss.panelHead}>
        <h2>{t("chart.title")}</h2>
        {!asTable && (
          <p className={css.key}>
            <i />
            {t(`before.${preset ?? "days"}`)}
          </p>
        )}
        <IconButton label={t("chart.table")} pressed={asTable} onClick={onToggle}>
          <ListIcon size={22} />
        </IconButton>
      </div>
      <Loaded of={summary} failed={t("failed")} skeleton={<RowSkeleton count={4} />}>
        {({ days: all }) => {
          const { days, earlier, owedCents } = figuresOf(all, span.from);
          if (asTable) return <Days days={days} hkd={owedCents !== undefined} />;
          return <FlowChart days={days} before={earlier} partial={span.to === today()} />;
        }}
      </Loaded>
    </section>
  );
}

/** The columns of the chart as a table, newest first. */
function Days({ days, hkd }: { days: readonly ReportDay[]; hkd: boolean }) {
  const { t } = useTranslation("adminDashboard");
  const language = useLanguage();
  const step = stepFor(days.length);
  const number = (key: "issued" | "redeemed") => ({
    key,
    head: t(`chart.${key}`),
    end: true,
    cell: (row: Bucket) => formatPoints(row[key]),
  });
  return (
    <Table<Bucket>
      label={t("chart.title")}
      rows={[...buckets(days, step)].reverse()}
      rowKey={({ from }) => from}
      columns={[
        { key: "time", head: t("chart.column"), cell: (row) => bucketName(row, step, language) },
        number("issued"),
        number("redeemed"),
        {
          key: "owed",
          head: t(hkd ? "chart.hkd" : "chart.owed"),
          end: true,
          cell: ({ outstanding, liability }) =>
            hkd ? formatHkd((liability ?? 0).toFixed(2)) : formatPoints(outstanding),
        },
      ]}
    />
  );
}
