import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatDateTime, formatExactTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { RetryIcon } from "../../../kit/icons/icons-basic";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { ErrorState } from "../../../kit/loading/States";
import css from "../../admin.module.css";
import { Facts } from "../../kit/Facts";
import { BackupPanel } from "./BackupPanel";
import own from "./Diagnostics.module.css";
import { type Diagnostics, diagnosticsQuery, formatBytes } from "./diagnostics";
import { FindingRow } from "./FindingRow";
import { LedgerPanel } from "./LedgerPanel";
import { TestMessagePanel } from "./TestMessagePanel";

/** The findings of the health check with their fixes, and the main figures. */
export function HealthTab() {
  const { t } = useTranslation("adminDiagnostics");
  const language = useLanguage();
  const { data, isError, isFetching, refetch } = useQuery(diagnosticsQuery());
  if (!data) {
    return isError ? (
      <ErrorState title={t("failed")} onRetry={() => refetch()} />
    ) : (
      <section className={css.panel}>
        <RowSkeleton count={6} />
      </section>
    );
  }
  return (
    <>
      <div className={own.care}>
        <BackupPanel />
        <LedgerPanel />
        <TestMessagePanel />
      </div>
      <div className={own.health}>
        <section className={css.panel}>
          <div className={css.panelHead}>
            <h2>{t("findings.title")}</h2>
            <span className={css.soft}>
              {t("findings.looked", { at: formatExactTime(data.looked, language) })}
            </span>
            <Button
              kind="quiet"
              small
              icon={<RetryIcon size={20} />}
              busy={isFetching && t("findings.looking")}
              onClick={() => void refetch()}
            >
              {t("findings.again")}
            </Button>
          </div>
          <ul className={css.rows}>
            {data.findings.map((finding) => (
              <FindingRow key={`${finding.code} ${finding.message}`} finding={finding} />
            ))}
          </ul>
        </section>
        <Figures data={data} />
      </div>
    </>
  );
}

function Figures({ data }: { data: Diagnostics }) {
  const { t } = useTranslation("adminDiagnostics");
  const language = useLanguage();
  const { load, backup } = data;
  const moment = (at: string | undefined) => (at ? formatDateTime(at, language) : t("figures.none"));
  const sound = { true: t("figures.sound"), false: t("figures.wrong"), undefined: t("figures.notYet") };
  const facts: [string, string][] = [
    [t("figures.version"), `${data.version} (${data.schema})`],
    [t("figures.started"), formatDateTime(data.started, language)],
    // Recent writes are in the WAL until a checkpoint moves them into the database file.
    [t("figures.database"), formatBytes(load.databaseBytes + load.walBytes)],
    [t("figures.wal"), formatBytes(load.walBytes)],
    [t("figures.free"), load.diskFreeBytes === undefined ? "–" : formatBytes(load.diskFreeBytes)],
    [t("figures.memory"), load.memoryBytes === undefined ? "–" : formatBytes(load.memoryBytes)],
    [t("figures.queue"), String(load.writerQueue)],
    [
      t("figures.messages"),
      load.messagesWaiting === 0
        ? "0"
        : t("figures.waiting", { n: load.messagesWaiting, seconds: load.messagesLagSeconds }),
    ],
    [
      t("figures.backup"),
      backup.bytes === undefined
        ? t("figures.none")
        : `${moment(backup.newest)} · ${formatBytes(backup.bytes)}`,
    ],
    [t("figures.offsite"), moment(backup.offsite)],
    [t("figures.books"), sound[`${backup.booksSound}`]],
  ];
  return (
    <section className={css.panel}>
      <h2>{t("figures.title")}</h2>
      <Facts
        facts={[
          ...facts,
          [
            t("figures.failure"),
            backup.failure && (
              <span className={css.red} lang="en">
                {backup.failure}
              </span>
            ),
          ],
        ]}
      />
    </section>
  );
}
