import { useTranslation } from "react-i18next";
import { formatDate, formatShortId } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import css from "../admin.module.css";
import { Facts } from "../kit/Facts";
import type { MemberPage } from "./members";
import { formatPhone } from "./names";

/** Personal data of the member, and their sign-in methods. */
export function MemberFacts({ page }: { page: MemberPage }) {
  const { t } = useTranslation("adminMembers");
  const { t: one } = useTranslation("adminMember");
  const { t: common } = useTranslation("admin");
  const language = useLanguage();
  const { member, formerShortIds, lostShortIds } = page;
  const ways = [
    page.hasPassword && one("facts.password"),
    page.passkeys.length > 0 && one("facts.passkeys", { count: page.passkeys.length }),
  ].filter(Boolean);
  const facts = [
    [t("id"), formatShortId(member.shortId)],
    [one("facts.former"), formerShortIds.map(formatShortId).join(", ")],
    [one("facts.lost"), lostShortIds.map(formatShortId).join(", ")],
    [t("email"), member.email ?? "–"],
    [t("phone"), formatPhone(member.phone)],
    [one("facts.language"), common(`languages.${page.language}`)],
    [one("facts.signsIn"), ways.join(", ") || one("facts.cardOnly")],
    ...(page.cardPin ? [[one("cardPin.fact"), one(`cardPin.states.${page.cardPin}`)] as const] : []),
    [one("facts.referral"), page.referralCode],
    [t("joined"), formatDate(member.created, language)],
  ] as const;
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("tabs.details")}</h2>
      </div>
      <Facts facts={facts} />
    </section>
  );
}
