import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatDate, formatPoints, formatShortId } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import css from "../admin.module.css";
import { Facts } from "../kit/Facts";
import { adminPaths, recordPath } from "../paths";
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
    [one("facts.lastVisit"), <LastVisit key="visit" visit={page.lastVisit} />],
    [one("facts.favourite"), <Favourite key="favourite" favourite={page.favouritePartner} />],
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

/** The day of the last purchase, and where it was made. */
function LastVisit({ visit }: { visit: MemberPage["lastVisit"] }) {
  const { t } = useTranslation("adminMember");
  const language = useLanguage();
  if (!visit) return t("facts.noVisit");
  return (
    <>
      {formatDate(visit.at, language)}
      <span className={css.two}>
        <PartnerLink id={visit.partner}>{localized(visit.name, language)}</PartnerLink>
      </span>
    </>
  );
}

/** The partner of most purchases, and how many they were. */
function Favourite({ favourite }: { favourite: MemberPage["favouritePartner"] }) {
  const { t } = useTranslation("adminMember");
  const language = useLanguage();
  if (!favourite) return t("facts.noFavourite");
  const { partner, name, purchases } = favourite;
  return (
    <>
      <PartnerLink id={partner}>{localized(name, language)}</PartnerLink>
      <span className={css.two}>
        {t("facts.purchases", { count: purchases, shown: formatPoints(purchases) })}
      </span>
    </>
  );
}

function PartnerLink({ id, children }: { id: string; children: string }) {
  return (
    <Link className={css.quietLink} to={recordPath(adminPaths.partners, id)}>
      {children}
    </Link>
  );
}
