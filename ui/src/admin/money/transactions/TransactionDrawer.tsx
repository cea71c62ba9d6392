import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatChange, formatExactTime, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { useRoleName } from "../../control/audit/words";
import { Drawer } from "../../kit/AdminDialog";
import { CopyButton } from "../../kit/CopyButton";
import { oneOf, partners } from "../../kit/editor/kinds";
import { Facts } from "../../kit/Facts";
import { MemberLink } from "../../members/MemberLink";
import { ReverseDialog } from "../../members/ReverseDialog";
import { adminPaths, recordPath } from "../../paths";
import { useMay } from "../../session";
import { formatHkd } from "../reports/reports";
import { CreditedLots, TakenLots } from "./Lots";
import { MissedRules } from "./MissedRules";
import { Neighbours } from "./Neighbours";
import { EarnPart, LinkedTransaction, OriginFact, SavedPart } from "./TransactionParts";
import {
  isReversible,
  partsGiven,
  type Transaction,
  transactionQuery,
  useAccountName,
  useTypeName,
} from "./transactions";

/** The whole address of a transaction, to send it to a colleague. */
const addressOf = (id: string) =>
  new URL(recordPath(adminPaths.transactions, id), window.location.origin).href;

interface TransactionDrawerProps {
  id: string;
  /** The row of the list, shown until the full record has loaded. */
  listed?: Transaction | undefined;
  onClose(): void;
}

/** One transaction: its postings, which sum to zero, its origin, and its reversal. */
export function TransactionDrawer({ id, listed, onClose }: TransactionDrawerProps) {
  const { t } = useTranslation("adminMoney");
  const language = useLanguage();
  const typeName = useTypeName();
  const [asking, setAsking] = useState(false);
  const found = useQuery({ ...transactionQuery(id), ...(listed ? { placeholderData: listed } : {}) });
  const transaction = found.data;
  const mayReverse = useMay("adjustPoints") && transaction !== undefined && isReversible(transaction);
  const type = transaction ? typeName(transaction.type) : "";
  return (
    <Drawer
      title={
        transaction?.itemSnapshot ? localized(transaction.itemSnapshot.name, language) : type || t("what")
      }
      line={type}
      onClose={onClose}
      foot={
        (mayReverse || navigator.clipboard) && (
          <>
            {mayReverse && (
              <Button kind="refuse" small onClick={() => setAsking(true)}>
                {t("reverse")}
              </Button>
            )}
            <CopyButton text={addressOf(id)} label={t("copyAddress")} />
          </>
        )
      }
    >
      <Loaded of={found} failed={t("failedOne")} skeleton={<RowSkeleton count={4} />}>
        {(whole) => <Details transaction={whole} />}
      </Loaded>
      {asking && <ReverseDialog id={id} onDone={onClose} onClose={() => setAsking(false)} />}
    </Drawer>
  );
}

function Details({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation("adminMoney");
  const language = useLanguage();
  const accountName = useAccountName();
  const roleName = useRoleName();
  const { reason, partner, award, by, reverses, reversedBy, redemption } = transaction;
  const owner = transaction.postings.find(({ member }) => member)?.member;
  const shop = useQuery({ ...oneOf(partners, partner ?? ""), enabled: Boolean(partner) }).data?.record;
  const facts = [
    [t("when"), formatExactTime(transaction.created, language)],
    [t("reason"), reason],
    [t("by"), by && `${by.name} · ${roleName(by.role)}`],
    // Shows the id until the name has loaded.
    [t("partner"), partner && (shop ? localized(shop.name, language) : partner)],
    [t("outlet"), award?.outlet && localized(award.outlet, language)],
    [t("till"), award?.till],
    [t("cashier"), award?.by],
    [t("bill"), award && formatHkd(award.amountHkd)],
    [
      t("rate"),
      award?.baseRate &&
        t(Number(award.cardRate) > 0 ? "rateWithCard" : "rateOf", {
          base: award.baseRate,
          card: award.cardRate,
        }),
    ],
    [t("receipt"), award && <Receipt number={award.receipt} />],
    [t("number"), transaction.number],
    [t("id"), transaction._id],
  ] as const;
  return (
    <>
      {transaction.reversed && <Badge tone="pollen">{t("reversed")}</Badge>}
      <Facts facts={facts}>
        {transaction.postings.map(({ account, member, points, balanceAfter }) => (
          <div key={`${account} ${member?._id} ${points}`}>
            <dt>{member ? <MemberLink member={member} /> : accountName(account)}</dt>
            <dd>
              <span className={points < 0 ? css.out : css.in}>{formatChange(points)}</span>
              {balanceAfter !== undefined && (
                <span className={css.two}>
                  {t("balance", {
                    before: formatPoints(balanceAfter - points),
                    after: formatPoints(balanceAfter),
                  })}
                </span>
              )}
            </dd>
          </div>
        ))}
        <LinkedTransaction label={t("reverses")} of={reverses} />
        <LinkedTransaction label={t("reversedBy")} of={reversedBy} />
        {transaction.origin && <OriginFact origin={transaction.origin} />}
        {redemption && owner && (
          <div>
            <dt>{t("redemption")}</dt>
            <dd>
              <Link
                className={css.quietLink}
                to={`${recordPath(adminPaths.members, owner._id)}?tab=redemptions`}
              >
                {t("couponLink")}
              </Link>
            </dd>
          </div>
        )}
        {partsGiven(transaction).map((line) => (
          <EarnPart key={line.rule ?? line.kind} line={line} />
        ))}
        {transaction.lots && <CreditedLots lots={transaction.lots} />}
        {transaction.takenLots && <TakenLots lots={transaction.takenLots} />}
        <Neighbours of={transaction} />
        {transaction.carbon?.map((saved) => (
          <SavedPart key={`${saved.factor.en} ${saved.version} ${saved.quantity}`} saved={saved} />
        ))}
      </Facts>
      {transaction.missedRules && <MissedRules missed={transaction.missedRules} />}
    </>
  );
}

/** The number of the bill, which leads to every transaction with it. */
function Receipt({ number }: { number: string | undefined }) {
  const { t } = useTranslation("adminMoney");
  if (!number) return t("noReceipt");
  return (
    <Link
      className={css.quietLink}
      to={`${adminPaths.transactions}?q=${encodeURIComponent(number)}`}
      aria-label={`${t("sameReceipt")} ${number}`}
    >
      {number}
    </Link>
  );
}
