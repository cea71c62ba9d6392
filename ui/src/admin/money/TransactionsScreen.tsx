import { Fragment, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../api/call";
import { Badge } from "../../components/Paper";
import { formatChange, formatDateTime } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { type Column, DataTable } from "../components/DataTable";
import { DeskPage } from "../components/DeskPage";
import { CsvLink } from "../components/FileLink";
import { usePages } from "../components/pages";
import { Filter } from "../components/Tools";
import { useAddress } from "../components/useAddress";
import css from "../desk.module.css";
import { MemberLink } from "../members/MemberLink";
import { TransactionDrawer } from "./TransactionDrawer";
import { type Transaction, TYPES, useTypeName } from "./transactions";

/** Every movement of points, newest first. */
export function TransactionsScreen() {
  const { t } = useTranslation("deskMoney");
  const { get, change } = useAddress();
  const typeName = useTypeName();
  const type = TYPES.find((one) => one === get("type")) ?? "";
  const [open, setOpen] = useState<Transaction>();
  const pages = usePages<Transaction>(["transactions", "list", type], (page, told) =>
    call("get", "/api/admin/transactions", { query: { ...page, ...(type ? { type } : {}) }, ...told }),
  );
  return (
    <DeskPage
      title={t("title")}
      line={t("line")}
      actions={<CsvLink path="/api/admin/transactions" query={{ type }} />}
    >
      <section className={`${css.panel} ${css.list}`}>
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
        </div>
        <DataTable
          label={t("title")}
          pages={pages}
          columns={useColumns(setOpen)}
          rowKey={({ _id }) => _id}
          chosen={({ _id }) => _id === open?._id}
          failed={t("failed")}
          empty={{ title: t("empty.title"), text: t("empty.text") }}
        />
      </section>
      {open && <TransactionDrawer transaction={open} onClose={() => setOpen(undefined)} />}
    </DeskPage>
  );
}

const memberLines = ({ postings }: Transaction) => postings.filter(({ member }) => member);

function useColumns(onOpen: (transaction: Transaction) => void): Column<Transaction>[] {
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
          <span className={css.two}>{typeName(row.type)}</span>
        </>
      ),
    },
    {
      key: "who",
      head: t("who"),
      from: "small",
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
      cell: (row) => <span className={css.nowrap}>{formatDateTime(row.created, language)}</span>,
    },
    {
      key: "reversed",
      head: t("state"),
      hidden: true,
      from: "wide",
      cell: (row) => row.reversed && <Badge>{t("reversed")}</Badge>,
    },
  ];
}
