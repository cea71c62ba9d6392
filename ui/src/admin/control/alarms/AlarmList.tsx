import { useTranslation } from "react-i18next";
import { formatDateTime, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Check } from "../../../kit/form/Choice";
import { EmptyBell } from "../../../kit/loading/EmptyPictures";
import { Badge } from "../../../kit/screen/Paper";
import text from "../../../kit/styles/text.module.css";
import css from "../../admin.module.css";
import { type Column, DataTable } from "../../kit/DataTable";
import type { PageView } from "../../kit/pages";
import own from "./Alarms.module.css";
import { type AdminAlarm, type QUEUES, TONES } from "./alarms";
import { useAlarmWords } from "./useAlarmWords";

interface AlarmListProps {
  queue: (typeof QUEUES)[number];
  pages: PageView<AdminAlarm>;
  /** True if alarms are switched off. */
  off: boolean;
  shown: string;
  onOpen(id: string): void;
  /** Selected alarms; absent where nothing can be selected. */
  picked: ReadonlySet<string> | undefined;
  onPick(picked: ReadonlySet<string>): void;
}

export function AlarmList({ queue, pages, off, shown, onOpen, picked, onPick }: AlarmListProps) {
  const { t } = useTranslation("adminAlarms");
  const columns = useColumns(queue, onOpen);
  const pick: Column<AdminAlarm> = {
    key: "pick",
    head: t("select"),
    hidden: true,
    cell: (row) => (
      <span className={`${css.above} ${own.pick}`}>
        <Check
          name={row._id}
          checked={picked?.has(row._id) ?? false}
          onChange={(on) => {
            const next = new Set(picked);
            if (on) next.add(row._id);
            else next.delete(row._id);
            onPick(next);
          }}
        >
          <span className={text.sr}>{t("selectOne", { kind: t(`kinds.${row.kind}`) })}</span>
        </Check>
      </span>
    ),
  };
  return (
    <DataTable
      label={t("title")}
      pages={pages}
      failed={t("failed")}
      empty={{ picture: <EmptyBell />, title: t(`none.${queue}`), text: t(off ? "none.off" : "none.text") }}
      columns={picked ? [pick, ...columns] : columns}
      rowKey={({ _id }) => _id}
      chosen={(row) => row._id === shown || picked?.has(row._id) === true}
    />
  );
}

function useColumns(queue: AlarmListProps["queue"], onOpen: (id: string) => void): Column<AdminAlarm>[] {
  const { t } = useTranslation("adminAlarms");
  const language = useLanguage();
  const words = useAlarmWords();
  const state = (row: AdminAlarm) =>
    row.outcome ? (
      <Badge dot={false}>{t(`outcome.${row.outcome}`)}</Badge>
    ) : (
      <Badge tone={TONES[row.level]} dot={false}>
        {t(`level.${row.level}`)}
      </Badge>
    );
  const when = (row: AdminAlarm) => formatDateTime(row.ended ?? row.raised, language);
  return [
    { key: "level", head: t("levelHead"), hidden: true, from: "small", below: state, cell: state },
    {
      key: "what",
      head: t("odd"),
      names: true,
      cell: (row) => (
        <>
          <button type="button" className={css.open} onClick={() => onOpen(row._id)}>
            {t(`kinds.${row.kind}`)}
          </button>
          <span className={own.reason}>{words.reason(row)}</span>
        </>
      ),
    },
    {
      key: "points",
      head: t("points"),
      end: true,
      cell: (row) => (
        <>
          <b>{formatPoints(row.points)}</b>
          <span className={`${css.two} ${css.nowrap}`}>HK${row.worthHkd}</span>
        </>
      ),
    },
    {
      key: "raised",
      head: t(queue === "done" ? "decided" : "raised"),
      end: true,
      soft: true,
      from: "medium",
      below: when,
      cell: (row) => <span className={css.nowrap}>{when(row)}</span>,
    },
  ];
}
