import { useTranslation } from "react-i18next";
import { call } from "../../api/call";
import { formatChange, formatDateTime } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { EmptyReceipt } from "../../kit/loading/EmptyPictures";
import css from "../admin.module.css";
import { type Column, DataTable } from "../kit/DataTable";
import { DayInput } from "../kit/DayInput";
import { FileLink } from "../kit/FileLink";
import { usePages } from "../kit/pages";
import { useAddress } from "../kit/useAddress";
import { TypeFilter } from "../money/transactions/TypeFilter";
import { type Transaction, TYPES } from "../money/transactions/transactions";
import { useTransactionColumns } from "../money/transactions/useTransactionColumns";
import { adminPaths, recordPath } from "../paths";
import { type AdminMember, paperOf } from "./members";

/** The member's transactions, filtered by type and date; each opens its page. */
export function MemberTransactions({ member }: { member: AdminMember }) {
  const { t } = useTranslation("adminMoney");
  const { t: one } = useTranslation("adminMember");
  const { get, change } = useAddress();
  const type = TYPES.find((known) => known === get("type"));
  const [from, to] = [get("from"), get("to")];
  const asked = {
    member: member._id,
    ...(type ? { type } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
  const pages = usePages<Transaction>(["transactions", "list", asked], (page, told) =>
    call("get", "/api/admin/transactions", { query: { ...page, ...asked }, ...told }),
  );
  const narrowed = type || from || to;
  return (
    <>
      <div className={css.tools}>
        <TypeFilter type={type} onChoose={(value) => change({ type: value })} />
        <DayInput label={one("from")} value={from} max={to} onChange={(day) => change({ from: day })} />
        <DayInput label={one("to")} value={to} min={from} onChange={(day) => change({ to: day })} />
        {from && to && from <= to && (
          <FileLink href={paperOf(member._id, `statement/pdf?from=${from}&to=${to}`)}>
            {one("statementOf")}
          </FileLink>
        )}
      </div>
      <DataTable
        label={t("title")}
        pages={pages}
        columns={useColumns(member)}
        rowKey={({ _id }) => _id}
        failed={t("failed")}
        empty={{
          picture: <EmptyReceipt />,
          title: t("empty.title"),
          text: narrowed ? one("narrowed") : one("noTransactions"),
        }}
      />
    </>
  );
}

function useColumns({ _id }: AdminMember): Column<Transaction>[] {
  const { t } = useTranslation("adminMoney");
  const language = useLanguage();
  const { what, reversed } = useTransactionColumns(
    (transaction) => recordPath(adminPaths.transactions, transaction._id),
    ({ created }) => formatDateTime(created, language),
  );
  return [
    what,
    reversed,
    {
      key: "points",
      head: t("points"),
      end: true,
      cell: (row) => {
        const points = row.postings.find(({ member }) => member?._id === _id)?.points ?? 0;
        return <span className={points < 0 ? css.out : css.in}>{formatChange(points)}</span>;
      },
    },
  ];
}
