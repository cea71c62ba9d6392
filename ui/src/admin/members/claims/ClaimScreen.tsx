import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { formatDate, formatDateTime } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { IconButton } from "../../../kit/buttons/Button";
import { BackIcon, ChevronIcon } from "../../../kit/icons/icons-basic";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Badge, Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { Facts } from "../../kit/Facts";
import { adminPaths, recordPath } from "../../paths";
import { useMay } from "../../session";
import { MemberLink } from "../MemberLink";
import { AskButton, QuestionNote } from "./AskMember";
import { AssignButtons } from "./Assign";
import { BillsTable } from "./BillsTable";
import own from "./Claims.module.css";
import {
  type AdminClaim,
  type ClaimPage,
  claimQuery,
  isUndecided,
  noonOf,
  photoPath,
  placeQuery,
} from "./claims";
import { Decided } from "./Decided";
import { DecideForm } from "./DecideForm";
import { Findings } from "./Findings";

/** One claim: its photo, the bills of that day, and the two answers beside each other. */
export function ClaimScreen() {
  const { t } = useTranslation("adminClaims");
  const language = useLanguage();
  const { id = "" } = useParams();
  const found = useQuery(claimQuery(id));
  const decides = useMay("proposePoints");
  const claim = found.data?.claim;
  return (
    <AdminPage
      title={claim?.number ?? t("one")}
      line={
        claim &&
        t(claim.filedBy ? "filedOn" : "sentOn", {
          when: formatDateTime(claim.created, language),
          by: claim.filedBy,
        })
      }
      back={{ to: adminPaths.claims, label: t("title") }}
      actions={
        <>
          {claim?.status === "waiting" && decides && <AskButton claim={claim} />}
          {claim && isUndecided(claim) && decides && <AssignButtons claim={claim} />}
          <Neighbours id={id} />
        </>
      }
    >
      <Loaded of={found} failed={t("failedOne")} skeleton={<RowSkeleton count={6} />}>
        {(page) => <Parts page={page} />}
      </Loaded>
    </AdminPage>
  );
}

/** The place in the queue, with the claims before and after it. */
function Neighbours({ id }: { id: string }) {
  const { t } = useTranslation("adminClaims");
  const navigate = useNavigate();
  const place = useQuery(placeQuery(id)).data;
  if (!place) return null;
  const { previous, next } = place;
  const open = (other: string | null | undefined) => other && navigate(recordPath(adminPaths.claims, other));
  return (
    <div className={own.neighbours}>
      {place.nth && <span>{t("place", { nth: place.nth, waiting: place.waiting })}</span>}
      <IconButton kind="set" label={t("previous")} disabled={!previous} onClick={() => open(previous)}>
        <BackIcon size={20} />
      </IconButton>
      <IconButton kind="set" label={t("next")} disabled={!next} onClick={() => open(next)}>
        <ChevronIcon size={20} />
      </IconButton>
    </div>
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
        {isUndecided(claim) && decides ? (
          <DecideForm claim={claim} language={page.language} />
        ) : (
          <Decided claim={claim} />
        )}
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
        {claim.status === "asked" && (
          <Badge tone="pollen" dot={false}>
            {t("status.asked")}
          </Badge>
        )}
        {claim.status === "waiting" && (
          <Badge tone={claim.late ? "plum" : "harbour"} dot={false}>
            {t(claim.late ? "due.late" : "due.by", { when: due })}
          </Badge>
        )}
      </div>
      {claim.reopened && (
        <div className={own.reopened}>
          <Note tone="pollen">
            {t("reopened", {
              by: claim.reopened.by,
              when: formatDateTime(claim.reopened.at, language),
              reason: claim.reopened.reason,
            })}
          </Note>
        </div>
      )}
      {claim.question && <QuestionNote question={claim.question} />}
      <Findings claim={claim} />
      {claim.note && <blockquote className={own.note}>{claim.note}</blockquote>}
      <Facts
        facts={[
          [t("partner"), localized(claim.partnerName, language)],
          [t("day"), formatDate(noonOf(claim.day), language)],
          [t("bill"), claim.amountHkd],
          [t("receipt"), claim.receipt],
          [t("assign.who"), isUndecided(claim) && (claim.assignedTo?.name ?? t("assign.nobody"))],
          [t("askedAgain"), claim.askedAgain && formatDateTime(claim.askedAgain, language)],
          [t("refusedBefore"), claim.askedAgain && claim.reason && t(`reasons.${claim.reason}`)],
          [t("others"), others.length > 0 ? t("othersCount", { count: others.length }) : t("first")],
        ]}
      />
    </section>
  );
}
