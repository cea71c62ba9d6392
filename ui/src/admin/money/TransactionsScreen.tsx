import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../api/call";
import type { components } from "../../api/schema";
import { Button } from "../../components/Button";
import { Badge } from "../../components/Paper";
import { formatChange, formatDateTime, formatExactTime } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { type Column, DataTable } from "../components/DataTable";
import { Drawer } from "../components/DeskDialog";
import { DeskPage } from "../components/DeskPage";
import { usePages } from "../components/pages";
import { Filter } from "../components/Tools";
import { useAddress } from "../components/useAddress";
import css from "../desk.module.css";
import { fullName } from "../members/names";
import { ReverseDialog } from "../members/ReverseDialog";
import { useMay } from "../session";

type Transaction = components["schemas"]["AdminTransaction"];

/** What a movement is, as the books name it. */
const TYPES = [
  "Transfer",
  "Earn",
  "Redeem",
  "Redeem - Hold",
  "Redeem - Refund",
  "Referral",
  "Campaign",
  "Adjustment",
  "Expiry",
  "Reversal",
] as const;
/** Holds have a way back of their own, and an opposite has none. */
const FINAL: ReadonlySet<string> = new Set(["Reversal", "Redeem - Hold", "Redeem - Refund"]);

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
    <DeskPage title={t("title")} line={t("line")}>
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
      {open && <One transaction={open} onClose={() => setOpen(undefined)} />}
    </DeskPage>
  );
}

function useTypeName() {
  const { t } = useTranslation("deskMoney");
  return (type: string) => {
    const known = TYPES.find((one) => one === type);
    return known ? t(`types.${known}`) : type;
  };
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
        memberLines(row)
          .map(({ member }) => fullName(member))
          .join(" · "),
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

/** Its lines, which sum to zero, and the way back. */
function One({ transaction, onClose }: { transaction: Transaction; onClose(): void }) {
  const { t } = useTranslation("deskMoney");
  const language = useLanguage();
  const typeName = useTypeName();
  const [asking, setAsking] = useState(false);
  const mayReverse = useMay("adjustPoints") && !transaction.reversed && !FINAL.has(transaction.type);
  const { itemSnapshot, reason, partner } = transaction;
  const facts = [
    [t("when"), formatExactTime(transaction.created, language)],
    [t("reason"), reason],
    [t("partner"), partner],
    [t("id"), transaction._id],
  ] as const;
  return (
    <Drawer
      title={itemSnapshot ? localized(itemSnapshot.name, language) : typeName(transaction.type)}
      line={typeName(transaction.type)}
      onClose={onClose}
      foot={
        mayReverse && (
          <Button kind="refuse" small onClick={() => setAsking(true)}>
            {t("reverse")}
          </Button>
        )
      }
    >
      {transaction.reversed && <Badge tone="pollen">{t("reversed")}</Badge>}
      <dl className={css.facts}>
        {transaction.postings.map(({ account, member, points }) => (
          <div key={`${account} ${member?._id} ${points}`}>
            <dt>{member ? fullName(member) : account}</dt>
            <dd className={points < 0 ? css.out : css.in}>{formatChange(points)}</dd>
          </div>
        ))}
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {asking && <ReverseDialog id={transaction._id} onClose={() => setAsking(false)} />}
    </Drawer>
  );
}
