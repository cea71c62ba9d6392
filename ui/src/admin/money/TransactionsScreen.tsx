import { Fragment, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../api/call";
import { formatChange, formatDateTime } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import type { Column } from "../components/DataTable";
import { DeskPage } from "../components/DeskPage";
import { CsvLink } from "../components/FileLink";
import { usePages } from "../components/pages";
import { RecordList } from "../components/RecordList";
import { useAddress } from "../components/useAddress";
import css from "../desk.module.css";
import { MemberLink } from "../members/MemberLink";
import { fullName } from "../members/names";
import { TransactionDrawer } from "./TransactionDrawer";
import { TypeFilter } from "./TypeFilter";
import { type Transaction, TYPES } from "./transactions";
import { useMovementColumns } from "./useMovementColumns";

/** Every movement of points, newest first. */
export function TransactionsScreen() {
  const { t } = useTranslation("deskMoney");
  const { get, change } = useAddress();
  const type = TYPES.find((one) => one === get("type"));
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
      <RecordList
        tools={<TypeFilter type={type} onChoose={(value) => change({ type: value })} />}
        label={t("title")}
        pages={pages}
        columns={useColumns(setOpen)}
        failed={t("failed")}
        empty={{ title: t("empty.title"), text: t("empty.text") }}
        open={open?._id}
      />
      {open && <TransactionDrawer transaction={open} onClose={() => setOpen(undefined)} />}
    </DeskPage>
  );
}

const memberLines = ({ postings }: Transaction) => postings.filter(({ member }) => member);

function useColumns(onOpen: (transaction: Transaction) => void): Column<Transaction>[] {
  const { t } = useTranslation("deskMoney");
  const language = useLanguage();
  const { what, reversed } = useMovementColumns(onOpen);
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
