import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/Button";
import { Badge } from "../../components/Paper";
import { formatChange, formatExactTime } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { Drawer } from "../components/DeskDialog";
import { Facts } from "../components/Facts";
import { oneOf, partners } from "../content/kinds";
import css from "../desk.module.css";
import { MemberLink } from "../members/MemberLink";
import { ReverseDialog } from "../members/ReverseDialog";
import { useMay } from "../session";
import { isReversible, type Transaction, useAccountName, useTypeName } from "./transactions";

/** Its lines, which sum to zero, and the way back. */
export function TransactionDrawer({ transaction, onClose }: { transaction: Transaction; onClose(): void }) {
  const { t } = useTranslation("deskMoney");
  const language = useLanguage();
  const typeName = useTypeName();
  const accountName = useAccountName();
  const [asking, setAsking] = useState(false);
  const mayReverse = useMay("adjustPoints") && isReversible(transaction);
  const { itemSnapshot, reason, partner } = transaction;
  const shop = useQuery({ ...oneOf(partners, partner ?? ""), enabled: Boolean(partner) }).data?.record;
  const facts = [
    [t("when"), formatExactTime(transaction.created, language)],
    [t("reason"), reason],
    // Its id until the name is there.
    [t("partner"), partner && (shop ? localized(shop.name, language) : partner)],
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
      <Facts facts={facts}>
        {transaction.postings.map(({ account, member, points }) => (
          <div key={`${account} ${member?._id} ${points}`}>
            <dt>{member ? <MemberLink member={member} /> : accountName(account)}</dt>
            <dd className={points < 0 ? css.out : css.in}>{formatChange(points)}</dd>
          </div>
        ))}
      </Facts>
      {asking && <ReverseDialog id={transaction._id} onDone={onClose} onClose={() => setAsking(false)} />}
    </Drawer>
  );
}
