import { useQuery } from "@tanstack/react-query";
import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { isNotFound } from "../../api/isNotFound";
import { formatDate, formatLongDate, formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { ButtonLink } from "../../kit/buttons/Button";
import { BlankSignpost } from "../../kit/loading/EmptyPlaces";
import { EmptyState } from "../../kit/loading/EmptyState";
import { Bone, SkeletonRegion } from "../../kit/loading/Skeletons";
import { BelowFailure, ErrorState } from "../../kit/loading/States";
import { Screen } from "../../kit/screen/Screen";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import { type OpenReceiptState, paths, withBack } from "../../shared/paths";
import { AnswerQuestion, AskAgain, Withdraw } from "./ClaimActions";
import { ClaimBadge } from "./ClaimBadge";
import { ClaimSteps } from "./ClaimSteps";
import css from "./Claims.module.css";
import { type Claim, claimQuery, noonOf } from "./claims";

/** One claim: what was bought, how far the answer is, and what the member can do. */
export function ClaimScreen() {
  const { t } = useTranslation("claims");
  const { id = "" } = useParams();
  const claim = useQuery(claimQuery(id));
  const { data } = claim;
  return (
    <Screen title={t("one")} reading info={<p>{t("info")}</p>} footer={data && <Actions claim={data} />}>
      {data ? (
        <Told claim={data} />
      ) : isNotFound(claim.error) ? (
        <EmptyState
          picture={<BlankSignpost />}
          text={t("gone")}
          action={<ButtonLink to={paths.claims}>{t("list")}</ButtonLink>}
        />
      ) : claim.isError ? (
        <ErrorState title={t("failed")} error={claim.error} onRetry={claim.refetch} />
      ) : (
        <SkeletonRegion>
          <Bone shape="card" />
          <Bone shape="title" />
        </SkeletonRegion>
      )}
    </Screen>
  );
}

function Actions({ claim }: { claim: Claim }) {
  const { t } = useTranslation("claims");
  if (claim.status === "waiting") return <Withdraw claim={claim} />;
  if (claim.status === "asked") return <AnswerQuestion claim={claim} />;
  if (claim.mayAskAgain) return <AskAgain claim={claim} />;
  if (claim.status !== "approved") return null;
  return (
    <ButtonLink block to={paths.points}>
      {t("seePoints")}
    </ButtonLink>
  );
}

function Told({ claim }: { claim: Claim }) {
  const { t } = useTranslation("claims");
  const language = useLanguage();
  const help = useContext(BelowFailure);
  const { partner } = claim;
  return (
    <>
      <section className={`${layout.card} ${css.what}`}>
        {partner.logo && <img src={partner.logo} alt="" />}
        <div>
          <h2>{localized(partner.name, language)}</h2>
          <p>{`${formatDate(noonOf(claim.day), language)} · HK$${claim.amountHkd}`}</p>
          {claim.receipt && <p>{t("receiptIs", { receipt: claim.receipt })}</p>}
        </div>
        {claim.hasPhoto && (
          <img className={css.thumb} src={`/api/claims/${claim._id}/photo`} alt={t("photoOf")} />
        )}
      </section>
      <ClaimBadge claim={claim} />
      <Headline claim={claim} />
      {claim.status === "waiting" && claim.question && <Answered question={claim.question} />}
      {claim.status === "waiting" && <ClaimSteps claim={claim} />}
      {claim.decided && (
        <p className={text.soft}>
          {t(claim.status === "withdrawn" ? "withdrawnOn" : "answered", {
            day: formatDate(claim.decided, language),
          })}
          {claim.mayAskAgain && ` ${t("mayAskAgain")}`}
          {claim.isFinal && ` ${t("final")}`}
        </p>
      )}
      {claim.status === "refused" && help}
    </>
  );
}

/** The question of the help desk that the member has answered. */
function Answered({ question }: { question: NonNullable<Claim["question"]> }) {
  const { t } = useTranslation("claims");
  const language = useLanguage();
  return (
    <section className={css.asked}>
      <p>
        <b>{t(`question.${question.kind}`)}</b> {question.words}
      </p>
      {question.answer && <p>{question.answer}</p>}
      {question.answered && (
        <p className={text.soft}>
          {t("question.answered", { day: formatDate(question.answered, language) })}
        </p>
      )}
    </section>
  );
}

/** The first fact for the member: the day of the answer, the points, or the reason. */
function Headline({ claim }: { claim: Claim }) {
  const { t } = useTranslation("claims");
  const language = useLanguage();
  const { status, reason, reply, points = 0, number, question, earlier } = claim;
  if (status === "asked" && question) {
    return (
      <>
        <h2 className={css.loud}>{t(`question.${question.kind}`)}</h2>
        {question.words && <blockquote className={css.reply}>{question.words}</blockquote>}
        <p className={text.soft}>
          {t("question.when", { day: formatDate(question.asked, language) })} {t("question.then")}
        </p>
      </>
    );
  }
  if (status === "waiting") {
    return (
      <>
        <h2 className={css.loud}>
          {t("answerBy", { day: formatLongDate(noonOf(claim.answerBy), language) })}
        </h2>
        <p className={text.soft}>{t(claim.reopened ? "lookedAtAgain" : "answerHow")}</p>
      </>
    );
  }
  if (status === "approved") {
    return (
      <>
        <h2 className={css.loud}>{t("added", { count: points, points: formatPoints(points) })}</h2>
        <p className={text.soft}>{t("addedText", { number })}</p>
      </>
    );
  }
  if (status === "withdrawn") return <h2 className={css.loud}>{t("withdrawn")}</h2>;
  return (
    <>
      <h2 className={css.loud}>{t(`reasons.${reason ?? "other"}.title`)}</h2>
      <p className={text.soft}>{t(`reasons.${reason ?? "other"}.text`)}</p>
      {reply && <blockquote className={css.reply}>{reply}</blockquote>}
      {earlier && (
        <div className={css.earlier}>
          <ButtonLink
            kind="quiet"
            block
            to={paths.points}
            state={{ ...withBack, receipt: earlier } satisfies OpenReceiptState}
          >
            {t("seeEarlier")}
          </ButtonLink>
        </div>
      )}
    </>
  );
}
