import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../api/call";
import { Badge } from "../../components/Paper";
import { formatChange, formatDateTime } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { type Column, DataTable } from "../components/DataTable";
import { DayInput } from "../components/DayInput";
import { FileLink } from "../components/FileLink";
import { usePages } from "../components/pages";
import { Filter } from "../components/Tools";
import { useAddress } from "../components/useAddress";
import css from "../desk.module.css";
import { TransactionDrawer } from "../money/TransactionDrawer";
import { type Transaction, TYPES, useTypeName } from "../money/transactions";
import { type AdminMember, paperOf } from "./members";

/** Their movements, narrowed by kind and day; each opens, and may be undone. */
export function MemberTransactions({ member }: { member: AdminMember }) {
  const { t } = useTranslation("deskMoney");
  const { t: one } = useTranslation("deskMember");
  const { get, change } = useAddress();
  const typeName = useTypeName();
  const [open, setOpen] = useState<Transaction>();
  const type = TYPES.find((known) => known === get("type")) ?? "";
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
        <Filter
          label={t("type")}
          value={type}
          options={[
            { value: "", label: t("allTypes") },
            ...TYPES.map((value) => ({ value, label: typeName(value) })),
          ]}
          onChoose={(value) => change({ type: value })}
        />
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
        columns={useColumns(member, setOpen)}
        rowKey={({ _id }) => _id}
        chosen={({ _id }) => _id === open?._id}
        failed={t("failed")}
        empty={{ title: t("empty.title"), text: narrowed ? one("narrowed") : one("noTransactions") }}
      />
      {open && <TransactionDrawer transaction={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function useColumns({ _id }: AdminMember, onOpen: (transaction: Transaction) => void): Column<Transaction>[] {
  const { t } = useTranslation("deskMoney");
  const language = useLanguage();
  const typeName = useTypeName();
  return [
    {
      key: "what",
      head: t("what"),
      cell: (row) => (
        <>
          <button type="button" className={css.open} onClick={() => onOpen(row)}>
            {row.itemSnapshot ? localized(row.itemSnapshot.name, language) : typeName(row.type)}
          </button>
          <span className={css.two}>
            {typeName(row.type)} · {formatDateTime(row.created, language)}
          </span>
        </>
      ),
    },
    {
      key: "reversed",
      head: t("state"),
      hidden: true,
      cell: (row) => row.reversed && <Badge dot={false}>{t("reversed")}</Badge>,
    },
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
