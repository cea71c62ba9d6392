import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useParams } from "react-router";
import { call } from "../../../api/call";
import { formatChange, formatDateTime } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import type { Column } from "../../kit/DataTable";
import { DayInput } from "../../kit/DayInput";
import { allOf, partners } from "../../kit/editor/kinds";
import { CsvLink } from "../../kit/FileLink";
import { usePages } from "../../kit/pages";
import { RecordList } from "../../kit/RecordList";
import { Filter, SearchBox } from "../../kit/Tools";
import { useAddress } from "../../kit/useAddress";
import { MemberLink } from "../../members/MemberLink";
import { fullName } from "../../members/names";
import { adminPaths, recordPath } from "../../paths";
import { today } from "../reports/reports";
import { AwardFilters, billOf } from "./AwardFilters";
import { TransactionDrawer } from "./TransactionDrawer";
import { TypeFilter } from "./TypeFilter";
import { type Transaction, TYPES } from "./transactions";
import { useTransactionColumns } from "./useTransactionColumns";

const PATH = "/api/admin/transactions";
const ORDERS = ["newest", "oldest"] as const;

/** The filters of the list from the address. */
function useAsked(get: (name: string) => string) {
  const type = TYPES.find((one) => one === get("type"));
  const sort = ORDERS.find((one) => one === get("sort"));
  const [q, partner, from, to] = [get("q"), get("partner"), get("from"), get("to")];
  const [outlet, till, cashier] = [get("outlet"), get("till"), get("cashier")];
  const amountHkd = billOf(get("amount"));
  return {
    ...(q ? { q } : {}),
    ...(type ? { type } : {}),
    ...(partner ? { partner } : {}),
    ...(outlet ? { outlet } : {}),
    ...(till ? { till } : {}),
    ...(cashier ? { cashier } : {}),
    ...(amountHkd ? { amountHkd } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(sort === "oldest" ? { sort } : {}),
  };
}

/** All transactions, newest first; each transaction and each search has its own address. */
export function TransactionsScreen() {
  const { t } = useTranslation("adminMoney");
  const { id } = useParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const { get, change } = useAddress();
  const asked = useAsked(get);
  const pages = usePages<Transaction>(["transactions", "list", asked], (page, told) =>
    call("get", PATH, { query: { ...page, ...asked }, ...told }),
  );
  const narrowed = Object.keys(asked).some((name) => name !== "sort");
  const open = ({ _id }: Transaction) => navigate(recordPath(adminPaths.transactions, _id) + search);
  return (
    <AdminPage title={t("title")} line={t("line")} actions={<CsvLink path={PATH} query={asked} />}>
      <RecordList
        tools={<Narrowing get={get} change={change} />}
        label={t("title")}
        pages={pages}
        columns={useColumns(open)}
        failed={t("failed")}
        empty={{ title: t("empty.title"), text: t(narrowed ? "empty.narrowed" : "empty.text") }}
        open={id}
      />
      {id && (
        <TransactionDrawer
          key={id}
          id={id}
          listed={pages.rows?.find(({ _id }) => _id === id)}
          onClose={() => navigate(adminPaths.transactions + search)}
        />
      )}
    </AdminPage>
  );
}

/** Filters: receipt, member or id; type, partner, dates and sort order. */
function Narrowing({ get, change }: ReturnType<typeof useAddress>) {
  const { t } = useTranslation("adminMoney");
  const language = useLanguage();
  const shops = useQuery(allOf(partners)).data ?? [];
  return (
    <>
      <SearchBox label={t("search")} value={get("q")} onSearch={(q) => change({ q })} />
      <TypeFilter type={TYPES.find((one) => one === get("type"))} onChoose={(type) => change({ type })} />
      <Filter
        label={t("partner")}
        value={get("partner")}
        options={[
          { value: "", label: t("allPartners") },
          ...shops.map(({ _id, name }) => ({ value: _id, label: localized(name, language) })),
        ]}
        onChoose={(partner) => change({ partner, outlet: "", till: "", cashier: "" })}
      />
      <AwardFilters get={get} change={change} />
      <DayInput
        label={t("from")}
        value={get("from")}
        max={get("to") || today()}
        onChange={(from) => change({ from })}
      />
      <DayInput
        label={t("to")}
        value={get("to")}
        min={get("from")}
        max={today()}
        onChange={(to) => change({ to })}
      />
      <Filter
        label={t("order")}
        value={ORDERS.find((one) => one === get("sort")) ?? "newest"}
        options={ORDERS.map((value) => ({ value, label: t(`orders.${value}`) }))}
        onChoose={(sort) => change({ sort: sort === "newest" ? "" : sort })}
      />
    </>
  );
}

const memberLines = ({ postings }: Transaction) => postings.filter(({ member }) => member);

function useColumns(onOpen: (transaction: Transaction) => void): Column<Transaction>[] {
  const { t } = useTranslation("adminMoney");
  const language = useLanguage();
  const { what, reversed } = useTransactionColumns(onOpen);
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
