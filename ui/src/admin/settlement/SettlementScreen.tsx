import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../i18n/format";
import { LATE_MS, useAge } from "../components/age";
import { DeskPage } from "../components/DeskPage";
import { DeskTabs } from "../components/DeskTabs";
import { CsvLink } from "../components/FileLink";
import { useAddress } from "../components/useAddress";
import css from "../desk.module.css";
import { useMay } from "../session";
import { BatchBar } from "./BatchBar";
import { ExchangePane } from "./ExchangePane";
import { type Redemption, waitingQuery } from "./queue";
import { SettledList } from "./SettledList";
import own from "./Settlement.module.css";
import { WaitingList } from "./WaitingList";

const TABS = ["processing", "confirmed", "rejected"] as const;

/** Exchanges: those that wait, longest first, and those that were settled. */
export function SettlementScreen() {
  const { t } = useTranslation("deskSettlement");
  const age = useAge();
  const mayConfirm = useMay("settle");
  const { get, change } = useAddress();
  const tab = TABS.find((one) => one === get("tab")) ?? "processing";
  const waiting = useQuery(waitingQuery());
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<Redemption>();
  const queue = waiting.data;
  const chosen = queue?.rows.filter(({ _id }) => picked.has(_id)) ?? [];
  // The one shown leaves the queue once it is settled.
  const shown =
    tab === "processing"
      ? queue?.rows.find(({ _id }) => _id === open?._id)
      : open?.status === tab
        ? open
        : undefined;
  const oldest = queue?.rows[0];
  return (
    <DeskPage
      title={t("title")}
      line={queue && t("line", { count: queue.count, points: formatPoints(queue.points) })}
      actions={<CsvLink path="/api/admin/redemptions" query={{ type: "exchange", status: tab }} />}
    >
      <div className={own.split}>
        <section className={`${css.panel} ${own.list}`}>
          <DeskTabs
            label={t("title")}
            tabs={TABS.map((value) => ({
              value,
              label:
                value === "processing" && queue ? t("waitingCount", { n: queue.count }) : t(`tabs.${value}`),
            }))}
            chosen={tab}
            onChoose={(value) => {
              setOpen(undefined);
              change({ tab: value === "processing" ? "" : value });
            }}
            end={
              tab === "processing" &&
              oldest && (
                <span className={css.soft}>
                  {t("oldest")} <b className={isLate(oldest) ? css.late : undefined}>{age(oldest.created)}</b>
                </span>
              )
            }
          >
            {tab === "processing" ? (
              <WaitingList
                waiting={waiting}
                picked={mayConfirm ? picked : undefined}
                onPick={setPicked}
                shown={shown}
                onOpen={setOpen}
              />
            ) : (
              <SettledList status={tab} shown={shown} onOpen={setOpen} />
            )}
          </DeskTabs>
        </section>
        <ExchangePane
          key={shown?._id ?? "none"}
          exchange={shown}
          onClose={() => setOpen(undefined)}
          onSettled={(id) => {
            setPicked((before) => new Set([...before].filter((one) => one !== id)));
            // On to whoever waits next.
            const at = queue?.rows.findIndex(({ _id }) => _id === id) ?? -1;
            setOpen(queue?.rows[at + 1] ?? queue?.rows[at - 1]);
          }}
        />
      </div>
      {chosen.length > 0 && tab === "processing" && (
        <BatchBar chosen={chosen} onDone={() => setPicked(new Set())} />
      )}
    </DeskPage>
  );
}

export const isLate = ({ created }: Redemption) => Date.now() - Date.parse(created) > LATE_MS;
