import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { formatDate, formatDateTime } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { Facts } from "../../kit/Facts";
import { adminPaths } from "../../paths";
import { useMay } from "../../session";
import { MemberLink } from "../MemberLink";
import { BillsTable } from "./BillsTable";
import own from "./Claims.module.css";
import { type AdminClaim, type ClaimPage, claimQuery, noonOf, photoPath } from "./claims";
import { Decided } from "./Decided";
import { DecideForm } from "./DecideForm";
import { Findings } from "./Findings";

/** One claim: its photo, the bills of that day, and the two answers beside each other. */
export function ClaimScreen() {
  const { t } = useTranslation("adminClaims");
  const language = useLanguage();
  const { id = "" } = useParams();
  const found = useQuery(claimQuery(id));
  const claim = found.data?.claim;
  return (
    <AdminPage
      title={claim?.number ?? t("one")}
      line={claim && t("sentOn", { when: formatDateTime(claim.created, language) })}
      back={{ to: adminPaths.claims, label: t("title") }}
    >
      <Loaded of={found} failed={t("failedOne")} skeleton={<RowSkeleton count={6} />}>
        {(page) => <Parts page={page} />}
      </Loaded>
    </AdminPage>
  );
}

function Parts({ page }: { page: ClaimPage }) {
  const { t } = useTranslation("adminClaims");
  const { claim } = page;
  const decides = useMay("proposePoints");
  return (
    <div className={own.parts}>
      <Photo claim={claim} />
      <div className={own.middle}>
        <Asked claim={claim} others={page.others} />
        <BillsTable page={page} />
      </div>
      <aside className={own.answers} aria-label={t("answers")}>
        {claim.status === "waiting" && decides ? <DecideForm claim={claim} /> : <Decided claim={claim} />}
      </aside>
    </div>
  );
}

function Photo({ claim }: { claim: AdminClaim }) {
  const { t } = useTranslation("adminClaims");
  const sees = useMay("seeClaimPhotos");
  return (
    <section className={`${css.panel} ${own.photo}`} aria-label={t("photo")}>
      {claim.hasPhoto && sees ? (
        <a href={photoPath(claim._id)} target="_blank" rel="noopener">
          <img src={photoPath(claim._id)} alt={t("photoOf", { number: claim.number })} />
        </a>
      ) : (
        <p className={own.noPhoto}>{t(claim.hasPhoto ? "photoHidden" : "findings.no_photo")}</p>
      )}
      <p className={css.soft}>{t("photoKept")}</p>
    </section>
  );
}

function Asked({ claim, others }: { claim: AdminClaim; others: readonly AdminClaim[] }) {
  const { t } = useTranslation("adminClaims");
  const language = useLanguage();
  const due = formatDateTime(claim.due, language);
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>
          <MemberLink member={claim.member} />
        </h2>
        {claim.status === "waiting" && (
          <Badge tone={claim.late ? "plum" : "harbour"} dot={false}>
            {t(claim.late ? "due.late" : "due.by", { when: due })}
          </Badge>
        )}
      </div>
      <Findings claim={claim} />
      {claim.note && <blockquote className={own.note}>{claim.note}</blockquote>}
      <Facts
        facts={[
          [t("partner"), localized(claim.partnerName, language)],
          [t("day"), formatDate(noonOf(claim.day), language)],
          [t("bill"), claim.amountHkd],
          [t("receipt"), claim.receipt],
          [t("askedAgain"), claim.askedAgain && formatDateTime(claim.askedAgain, language)],
          [t("refusedBefore"), claim.askedAgain && claim.reason && t(`reasons.${claim.reason}`)],
          [t("others"), others.length > 0 ? t("othersCount", { count: others.length }) : t("first")],
        ]}
      />
    </section>
  );
}
