import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { localized, useLanguage } from "../../../i18n/language";
import css from "../../admin.module.css";
import { useRoleName } from "../../control/audit/words";
import { oneOf, partners } from "../../kit/editor/kinds";
import { Facts } from "../../kit/Facts";
import { MemberLink } from "../../members/MemberLink";
import { adminPaths, recordPath } from "../../paths";
import { formatHkd } from "../reports/reports";
import { CreditedLots, TakenLots } from "./Lots";
import { LinkedTransaction, OriginFact, SavedPart } from "./TransactionParts";
import { membersOf, type Transaction } from "./transactions";

/** The facts of a transaction: its members, its place, its bill, its lots, and the records that belong to it. */
export function WhereAndWho({ of }: { of: Transaction }) {
  const { t } = useTranslation("adminMoney");
  const language = useLanguage();
  const roleName = useRoleName();
  const { reason, partner, award, by, reverses, reversedBy, redemption } = of;
  const members = membersOf(of);
  const shop = useQuery({ ...oneOf(partners, partner ?? ""), enabled: Boolean(partner) }).data?.record;
  const facts = [
    [
      t("who"),
      members.length > 0 &&
        members.map((member, place) => (
          <Fragment key={member._id}>
            {place > 0 && " · "}
            <MemberLink member={member} />
          </Fragment>
        )),
    ],
    [
      t("partner"),
      partner && (
        <Link className={css.quietLink} to={recordPath(adminPaths.partners, partner)}>
          {/* Shows the id until the name has loaded. */}
          {shop ? localized(shop.name, language) : partner}
        </Link>
      ),
    ],
    [t("outlet"), award?.outlet && localized(award.outlet, language)],
    [t("till"), award?.till],
    [t("cashier"), award?.by],
    [t("bill"), award && formatHkd(award.amountHkd)],
    [t("receipt"), award && <Receipt number={award.receipt} />],
    [t("reason"), reason],
    [t("by"), by && `${by.name} · ${roleName(by.role)}`],
    [t("id"), of._id],
  ] as const;
  return (
    <section className={css.panel}>
      <h2>{t("page.where")}</h2>
      <Facts facts={facts} />
      <Facts facts={[]}>
        <LinkedTransaction label={t("reverses")} of={reverses} />
        <LinkedTransaction label={t("reversedBy")} of={reversedBy} />
        {of.origin && <OriginFact origin={of.origin} />}
        {redemption && members[0] && (
          <div>
            <dt>{t("redemption")}</dt>
            <dd>
              <Link
                className={css.quietLink}
                to={`${recordPath(adminPaths.members, members[0]._id)}?tab=redemptions`}
              >
                {t("couponLink")}
              </Link>
            </dd>
          </div>
        )}
        {of.lots && <CreditedLots lots={of.lots} />}
        {of.takenLots && <TakenLots lots={of.takenLots} />}
        {of.carbon?.map((saved) => (
          <SavedPart key={`${saved.factor.en} ${saved.version} ${saved.quantity}`} saved={saved} />
        ))}
      </Facts>
    </section>
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
