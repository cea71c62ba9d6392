import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import { formatPoints } from "../../../i18n/format";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { SlidersIcon } from "../../../kit/icons/icons-member";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { AdminTabs } from "../../kit/AdminTabs";
import { useErrorText } from "../../kit/errorText";
import { CsvLink } from "../../kit/FileLink";
import { usePages } from "../../kit/pages";
import { Filter } from "../../kit/Tools";
import { useAction } from "../../kit/useAction";
import { useAddress } from "../../kit/useAddress";
import { useMay } from "../../session";
import { AlarmList } from "./AlarmList";
import { AlarmPane } from "./AlarmPane";
import own from "./Alarms.module.css";
import { type AdminAlarm, type AlarmSummary, alarmDecided, lookNow, QUEUES, summaryQuery } from "./alarms";
import { DismissBar } from "./DismissBar";
import { ThresholdsDialog } from "./ThresholdsDialog";
import { KINDS } from "./thresholds";
import { Watched } from "./Watched";

const PATH = "/api/admin/alarms";

/** Alarms about abuse: those that wait, those with points on hold and those that were decided, the newest first. */
export function AlarmsScreen() {
  const { t } = useTranslation("adminAlarms");
  const { get, change } = useAddress();
  const decides = useMay("adjustPoints");
  const sets = useMay("own");
  const queue = QUEUES.find((one) => one === get("queue")) ?? "open";
  const kind = KINDS.find(([one]) => one === get("kind"))?.[0];
  const open = get("alarm");
  const summary = useQuery(summaryQuery()).data;
  const asked = { queue, ...(kind ? { kind } : {}) };
  const pages = usePages<AdminAlarm>(["alarms", "list", asked], (page, told) =>
    call("get", PATH, { query: { ...page, ...asked }, ...told }),
  );
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [setting, setSetting] = useState(false);
  const show = (id: string) => change({ alarm: id });
  const leave = (ids: readonly string[]) => {
    setPicked((before) => new Set([...before].filter((one) => !ids.includes(one))));
    const at = pages.rows?.findIndex(({ _id }) => _id === open) ?? -1;
    if (ids.includes(open)) show(pages.rows?.[at + 1]?._id ?? "");
  };
  return (
    <AdminPage
      title={t("title")}
      line={<Line summary={summary} />}
      actions={
        <>
          <CsvLink path={PATH} query={asked} />
          {decides && summary?.settings.on && <LookButton />}
          {sets && (
            <Button kind="quiet" small icon={<SlidersIcon size={20} />} onClick={() => setSetting(true)}>
              {t("settings.open")}
            </Button>
          )}
        </>
      }
    >
      <div className={own.split}>
        <div>
          <section className={`${css.panel} ${own.list}`}>
            <AdminTabs
              label={t("title")}
              chosen={queue}
              onChoose={(value) => {
                setPicked(new Set());
                change({ queue: value === "open" ? "" : value, alarm: "" });
              }}
              tabs={QUEUES.map((value) => ({
                value,
                label: t(`queue.${value}`, { n: countOf(summary, value) }),
              }))}
              end={
                <div>
                  <Filter
                    label={t("kind")}
                    value={kind ?? ""}
                    options={[
                      { value: "", label: t("allKinds") },
                      ...KINDS.map(([value]) => ({ value, label: t(`kinds.${value}`) })),
                    ]}
                    onChoose={(value) => change({ kind: value })}
                  />
                </div>
              }
            >
              <AlarmList
                queue={queue}
                pages={pages}
                off={summary?.settings.on === false}
                shown={open}
                onOpen={show}
                picked={decides && queue === "open" ? picked : undefined}
                onPick={setPicked}
              />
            </AdminTabs>
            {summary && summary.raisedLately > 0 && (
              <p className={css.soft}>
                {t("lately", {
                  raised: summary.raisedLately,
                  held: summary.heldLately,
                  dismissed: summary.dismissedLately,
                })}
              </p>
            )}
          </section>
          {summary && <Watched settings={summary.settings} />}
        </div>
        <AlarmPane key={open} id={open} onClose={() => show("")} onDecided={() => leave([open])} />
      </div>
      {picked.size > 0 && (
        <DismissBar ids={[...picked]} onClear={() => setPicked(new Set())} onDismissed={leave} />
      )}
      {setting && <ThresholdsDialog onClose={() => setSetting(false)} />}
    </AdminPage>
  );
}

function LookButton() {
  const { t } = useTranslation("adminAlarms");
  const say = useErrorText();
  const { busy, run } = useAction();
  const look = async () => {
    try {
      const { open } = await lookNow();
      showToast(t("look.done", { count: open }));
      alarmDecided();
    } catch (error) {
      showToast(say(error), undefined, "note");
    }
  };
  return (
    <Button kind="quiet" small busy={busy && t("look.busy")} onClick={() => void run(look)}>
      {t("look.now")}
    </Button>
  );
}

const countOf = (summary: AlarmSummary | undefined, queue: (typeof QUEUES)[number]) =>
  summary && queue !== "done" ? summary[queue] : "";

function Line({ summary }: { summary: AlarmSummary | undefined }) {
  const { t } = useTranslation("adminAlarms");
  if (!summary) return null;
  if (!summary.settings.on) return t("offLine");
  return t("line", {
    count: summary.open,
    points: formatPoints(summary.openPoints),
    hkd: summary.openWorthHkd,
  });
}
