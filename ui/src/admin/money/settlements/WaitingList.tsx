import { useTranslation } from "react-i18next";
import { Check } from "../../../kit/form/Choice";
import { EmptySearch } from "../../../kit/loading/EmptyPictures";
import { EmptyBox } from "../../../kit/loading/EmptyPlaces";
import text from "../../../kit/styles/text.module.css";
import css from "../../admin.module.css";
import { isLate, useAge } from "../../kit/age";
import { type Column, DataTable } from "../../kit/DataTable";
import type { PageView } from "../../kit/pages";
import type { Sorting } from "../../kit/sorting";
import { fullName } from "../../members/names";
import own from "./Settlements.module.css";
import { exchangeNumber, type Redemption, type RequestOrder, shortWallet } from "./settlements";
import { useExchangeColumns } from "./useExchangeColumns";

interface WaitingListProps {
  waiting: PageView<Redemption>;
  sorting: Sorting<RequestOrder>;
  isNarrowed: boolean;
  /** Selected exchanges by id, on all pages; absent for roles that may not settle. */
  picked: ReadonlyMap<string, Redemption> | undefined;
  onPick(picked: ReadonlyMap<string, Redemption>): void;
  shown: Redemption | undefined;
  onOpen(exchange: Redemption): void;
}

export function WaitingList({
  waiting,
  sorting,
  isNarrowed,
  picked,
  onPick,
  shown,
  onOpen,
}: WaitingListProps) {
  const { t } = useTranslation("adminSettlement");
  const columns = useColumns(onOpen);
  const pick: Column<Redemption> = {
    key: "pick",
    head: t("select"),
    hidden: true,
    cell: (row) => (
      <span className={`${css.above} ${own.pick}`}>
        <Check
          name={row._id}
          checked={picked?.has(row._id) ?? false}
          onChange={(on) => {
            const next = new Map(picked);
            if (on) next.set(row._id, row);
            else next.delete(row._id);
            onPick(next);
          }}
        >
          <span className={text.sr}>
            {t("selectOne", { name: fullName(row.member), id: exchangeNumber(row._id) })}
          </span>
        </Check>
      </span>
    ),
  };
  return (
    <DataTable
      label={t("tabs.processing")}
      pages={waiting}
      sorting={sorting}
      failed={t("failed")}
      empty={
        isNarrowed
          ? { picture: <EmptySearch />, title: t("none.narrowed"), text: t("none.narrowedText") }
          : { picture: <EmptyBox />, title: t("empty.title"), text: t("empty.text") }
      }
      columns={picked ? [pick, ...columns] : columns}
      rowKey={({ _id }) => _id}
      chosen={(row) => row._id === shown?._id}
    />
  );
}

function useColumns(onOpen: (exchange: Redemption) => void): Column<Redemption>[] {
  const { t } = useTranslation("adminSettlement");
  const age = useAge();
  return [
    ...useExchangeColumns(onOpen),
    {
      key: "wallet",
      head: t("wallet"),
      from: "wide",
      soft: true,
      cell: (row) => <span className={css.mono}>{shortWallet(row.walletAddress ?? "")}</span>,
    },
    {
      key: "age",
      head: t("age"),
      end: true,
      cell: (row) => (
        <span className={`${css.nowrap} ${isLate(row) ? css.late : css.soft}`}>{age(row.created)}</span>
      ),
    },
  ];
}
