import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { AdminTabs } from "../../kit/AdminTabs";
import { isLate, useAge } from "../../kit/age";
import { CsvLink } from "../../kit/FileLink";
import { useSorting } from "../../kit/sorting";
import { useAddress } from "../../kit/useAddress";
import { useMay } from "../../session";
import { BatchBar } from "./BatchBar";
import { ExchangePane } from "./ExchangePane";
import { SettledList } from "./SettledList";
import { filtersOf, SettlementFilters } from "./SettlementFilters";
import own from "./Settlements.module.css";
import { queueQuery, type Redemption, SETTLED_ORDERS, useQueue, WAITING_ORDERS } from "./settlements";
import { WaitingList } from "./WaitingList";

const TABS = ["processing", "confirmed", "rejected"] as const;

/** Exchanges: the waiting ones, oldest first unless told otherwise, and the settled ones. */
export function SettlementsScreen() {
  const { t } = useTranslation("adminSettlement");
  const age = useAge();
  const mayConfirm = useMay("settle");
  const address = useAddress();
  const { get, change } = address;
  const tab = TABS.find((one) => one === get("tab")) ?? "processing";
  const sums = useQuery(queueQuery()).data;
  const sorting = useSorting(tab === "processing" ? WAITING_ORDERS : SETTLED_ORDERS);
  const filters = filtersOf(get);
  const isNarrowed = Object.keys(filters).length > 0;
  const waiting = useQueue({
    ...filters,
    sort: tab === "processing" ? sorting.chosen.value : WAITING_ORDERS[0].value,
  });
  // A selection belongs to the filters under which it was made.
  const view = JSON.stringify(filters);
  const [kept, setKept] = useState<{ view: string; map: ReadonlyMap<string, Redemption> }>();
  const picked = kept?.view === view ? kept.map : new Map<string, Redemption>();
  const [open, setOpen] = useState<Redemption>();
  const { rows } = waiting;
  const chosen = [...picked.values()];
  const forget = (ids: readonly string[]) =>
    setKept(
      (before) =>
        before && { ...before, map: new Map([...before.map].filter(([one]) => !ids.includes(one))) },
    );
  // Looked up in the queue, because a settled exchange leaves it.
  const shown =
    tab === "processing"
      ? rows?.find(({ _id }) => _id === open?._id)
      : open?.status === tab
        ? open
        : undefined;
  return (
    <AdminPage
      title={t("title")}
      line={sums && t("line", { count: sums.count, points: formatPoints(sums.points) })}
      actions={
        <CsvLink
          path="/api/admin/redemptions"
          query={{ type: "exchange", status: tab, ...filters, sort: sorting.chosen.value }}
        />
      }
    >
      <div className={own.split}>
        <section className={`${css.panel} ${own.list}`}>
          <AdminTabs
            label={t("title")}
            tabs={TABS.map((value) => ({
              value,
              label:
                value === "processing" && sums ? t("waitingCount", { n: sums.count }) : t(`tabs.${value}`),
            }))}
            chosen={tab}
            onChoose={(value) => {
              setOpen(undefined);
              // The tabs begin with different orders.
              change({ tab: value === "processing" ? "" : value, sort: "" });
            }}
            end={
              tab === "processing" &&
              sums?.oldest && (
                <span className={css.soft}>
                  {t("oldest")}{" "}
                  <b className={isLate({ created: sums.oldest }) ? css.late : undefined}>
                    {age(sums.oldest)}
                  </b>
                </span>
              )
            }
          >
            <SettlementFilters
              address={address}
              sorting={sorting}
              until={tab === "processing" ? undefined : "wide"}
            />
            {tab === "processing" ? (
              <WaitingList
                waiting={{ ...waiting, total: isNarrowed ? undefined : sums?.count }}
                sorting={sorting}
                isNarrowed={isNarrowed}
                picked={mayConfirm ? picked : undefined}
                onPick={(map) => setKept({ view, map })}
                shown={shown}
                onOpen={setOpen}
              />
            ) : (
              <SettledList status={tab} filters={filters} sorting={sorting} shown={shown} onOpen={setOpen} />
            )}
          </AdminTabs>
        </section>
        <ExchangePane
          key={shown?._id ?? "none"}
          exchange={shown}
          onClose={() => setOpen(undefined)}
          onSettled={(id) => {
            forget([id]);
            // Opens the next waiting exchange.
            const at = rows?.findIndex(({ _id }) => _id === id) ?? -1;
            setOpen(rows?.[at + 1] ?? rows?.[at - 1]);
          }}
        />
      </div>
      {chosen.length > 0 && tab === "processing" && (
        <BatchBar chosen={chosen} onSettled={forget} onDone={() => setKept(undefined)} />
      )}
    </AdminPage>
  );
}
