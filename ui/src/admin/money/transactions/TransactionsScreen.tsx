import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useParams } from "react-router";
import { call } from "../../../api/call";
import { formatChange, formatDateTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { EmptyReceipt, EmptySearch } from "../../../kit/loading/EmptyPictures";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import type { Column } from "../../kit/DataTable";
import { DayRange } from "../../kit/DayRange";
import { CsvLink } from "../../kit/FileLink";
import { PartnerFilter } from "../../kit/PartnerFilter";
import { usePages } from "../../kit/pages";
import { RecordList } from "../../kit/RecordList";
import { SortSelect } from "../../kit/SortSelect";
import { type Orders, type Sorting, useSorting } from "../../kit/sorting";
import { SearchBox } from "../../kit/Tools";
import { useAddress } from "../../kit/useAddress";
import { MemberLink } from "../../members/MemberLink";
import { fullName } from "../../members/names";
import { adminPaths, recordPath } from "../../paths";
import { AwardFilters, PointsFilter } from "./AwardFilters";
import { filtersOf, hasUnboundedPoints } from "./filters";
import { TransactionPage } from "./TransactionPage";
import { TypeFilter } from "./TypeFilter";
import { type Transaction, TYPES } from "./transactions";
import { useTransactionColumns } from "./useTransactionColumns";

const PATH = "/api/admin/transactions";
const FILTERS = [
  "type",
  "partner",
  "outlet",
  "till",
  "cashier",
  "amount",
  "pointsFrom",
  "pointsTo",
  "from",
  "to",
];
type When = "newest" | "oldest";

const ORDERS: Orders<When> = [
  { value: "newest", column: "when", way: "descending" },
  { value: "oldest", column: "when", way: "ascending" },
];

/** All transactions, newest first, or one of them; each transaction and each search has its own address. */
export function TransactionsScreen() {
  const { t } = useTranslation("adminMoney");
  const { id } = useParams();
  const { search } = useLocation();
  const { get, change } = useAddress();
  const sorting = useSorting(ORDERS);
  const filters = filtersOf(get);
  const asked = { ...filters, ...sorting.asked };
  const pages = usePages<Transaction>(["transactions", "list", asked], (page, told) =>
    call("get", PATH, { query: { ...page, ...asked }, ...told }),
  );
  const narrowed = Object.keys(filters).length > 0;
  const columns = useColumns(({ _id }) => recordPath(adminPaths.transactions, _id) + search);
  // The list stays mounted, so that the way back leads to the same page of it.
  if (id) return <TransactionPage key={id} id={id} rows={pages.rows ?? []} search={search} />;
  return (
    <AdminPage title={t("title")} line={t("line")} extra={<CsvLink path={PATH} query={asked} />}>
      <RecordList
        filters={FILTERS}
        tools={<Narrowing address={{ get, change }} sorting={sorting} />}
        hint={hasUnboundedPoints(get) && t("pointsAlone")}
        label={t("title")}
        pages={pages}
        columns={columns}
        sorting={sorting}
        failed={t("failed")}
        empty={{
          picture: narrowed ? <EmptySearch /> : <EmptyReceipt />,
          title: t("empty.title"),
          text: t(narrowed ? "empty.narrowed" : "empty.text"),
        }}
      />
    </AdminPage>
  );
}

interface NarrowingProps {
  address: ReturnType<typeof useAddress>;
  sorting: Sorting<When>;
}

/** Filters: receipt, member or id; type, partner, dates; and on a phone the order. */
function Narrowing({ address: { get, change }, sorting }: NarrowingProps) {
  const { t } = useTranslation("adminMoney");
  return (
    <>
      <SearchBox label={t("search")} value={get("q")} onSearch={(q) => change({ q })} />
      <TypeFilter type={TYPES.find((one) => one === get("type"))} onChoose={(type) => change({ type })} />
      <PartnerFilter
        label={t("partner")}
        all={t("allPartners")}
        value={get("partner")}
        onChoose={(partner) => change({ partner, outlet: "", till: "", cashier: "" })}
      />
      <AwardFilters get={get} change={change} />
      <PointsFilter get={get} change={change} />
      <DayRange from={t("from")} to={t("to")} get={get} change={change} />
      <SortSelect
        label={t("order")}
        sorting={sorting}
        word={(value) => t(`orders.${value}`)}
        until="medium"
      />
    </>
  );
}

const memberLines = ({ postings }: Transaction) => postings.filter(({ member }) => member);

function useColumns(pathOf: (transaction: Transaction) => string): Column<Transaction>[] {
  const { t } = useTranslation("adminMoney");
  const language = useLanguage();
  const { what, reversed } = useTransactionColumns(pathOf);
  return [
    { ...what, names: true },
    {
      key: "who",
      head: t("who"),
      from: "small",
      below: (row) =>
        memberLines(row)
          .map(({ member }) => member && fullName(member))
          .join(" · "),
      cell: (row) =>
        memberLines(row).map(({ member }, place) => (
          <Fragment key={member?._id}>
            {place > 0 && " · "}
            <MemberLink member={member} above />
          </Fragment>
        )),
    },
    {
      key: "points",
      head: t("points"),
      end: true,
      cell: (row) => {
        const points = memberLines(row)[0]?.points ?? row.postings[0]?.points ?? 0;
        return <span className={points < 0 ? css.out : css.in}>{formatChange(points)}</span>;
      },
    },
    {
      key: "when",
      head: t("when"),
      soft: true,
      from: "medium",
      below: (row) => formatDateTime(row.created, language),
      cell: (row) => <span className={css.nowrap}>{formatDateTime(row.created, language)}</span>,
    },
    { ...reversed, from: "wide" },
  ];
}
