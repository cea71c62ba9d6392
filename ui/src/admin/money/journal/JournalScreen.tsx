import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatDate, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { EmptySheet } from "../../../kit/loading/EmptyPlaces";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { Table } from "../../kit/DataTable";
import { CsvLink, FileLink } from "../../kit/FileLink";
import { NothingYet } from "../../kit/NothingYet";
import own from "../bills/Bills.module.css";
import { MonthFilter, useChosenMonth } from "../bills/MonthFilter";
import { formatHkd } from "../reports/reports";
import { SumTiles } from "../SumTiles";
import { Breakage } from "./Breakage";
import { journalQuery, type MonthEntry, type MonthJournal } from "./journal";

/** The journal of a month for the accountant. */
export function JournalScreen() {
  const { t } = useTranslation("adminJournal");
  const language = useLanguage();
  const month = useChosenMonth();
  const journal = useQuery(journalQuery(month));
  return (
    <AdminPage
      title={t("title")}
      line={t("line")}
      actions={
        <>
          <MonthFilter label={t("month")} first={journal.data?.firstMonth} />
          <CsvLink path="/api/admin/journal" query={{ month }} of={t("title")} />
          <FileLink href={`/api/admin/journal/pdf?month=${month}&language=${language}`}>PDF</FileLink>
        </>
      }
    >
      <Loaded of={journal} failed={t("failed")} skeleton={<RowSkeleton count={8} />}>
        {(found) => (
          <>
            <Balances of={found} />
            <Lines of={found} />
            <div className={own.note}>
              <Note tone="leaf">
                {t("ties", {
                  day: formatDate(`${found.until}T04:00:00Z`, language),
                  hkd: formatHkd(found.ledgerHkd),
                })}{" "}
                {t(found.closed ? "closed" : "open")}
              </Note>
            </div>
            <Breakage of={found.breakage} month={month} />
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}

/** The balances at both ends, and what is left of the closing one after the estimate. */
function Balances({ of: { opening, closing, breakage, netHkd } }: { of: MonthJournal }) {
  const { t } = useTranslation("adminJournal");
  const worth = ({ points, pointValueHkd }: MonthJournal["opening"]) =>
    t("balance", { points: formatPoints(points), value: pointValueHkd });
  const tiles = [
    [t("opening"), formatHkd(opening.hkd), worth(opening)],
    [t("closing"), formatHkd(closing.hkd), worth(closing)],
    [
      t("accounts.expectedBreakage"),
      formatHkd(breakage.closingHkd),
      t("assumed", { percent: breakage.percent }),
    ],
    [t("net"), formatHkd(netHkd), t("netLine")],
  ] as const;
  return <SumTiles sums={tiles} />;
}

function Lines({ of: { lines } }: { of: MonthJournal }) {
  const { t } = useTranslation("adminJournal");
  return (
    <section className={`${css.panel} ${css.list}`}>
      <div className={css.panelHead}>
        <h2>{t("lines")}</h2>
      </div>
      {lines.length === 0 ? (
        <NothingYet picture={<EmptySheet />}>{t("none")}</NothingYet>
      ) : (
        <Table<MonthEntry>
          label={t("lines")}
          rows={lines}
          rowKey={({ number }) => String(number)}
          columns={[
            {
              key: "kind",
              head: t("text"),
              names: true,
              cell: ({ kind }) => t(`kinds.${kind}`),
            },
            {
              key: "debit",
              head: t("debit"),
              from: "medium",
              cell: ({ debit }) => t(`accounts.${debit}`),
              below: ({ debit }) => t("side", { side: t("debit"), account: t(`accounts.${debit}`) }),
            },
            {
              key: "credit",
              head: t("credit"),
              from: "medium",
              cell: ({ credit }) => t(`accounts.${credit}`),
              below: ({ credit }) => t("side", { side: t("credit"), account: t(`accounts.${credit}`) }),
            },
            {
              key: "points",
              head: t("points"),
              end: true,
              from: "small",
              cell: ({ points }) => points !== 0 && formatPoints(points),
            },
            {
              key: "amount",
              head: "HK$",
              end: true,
              cell: ({ amountHkd }) => <span className={css.nowrap}>{formatHkd(amountHkd)}</span>,
            },
          ]}
        />
      )}
    </section>
  );
}
