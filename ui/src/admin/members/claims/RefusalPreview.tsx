import { useId } from "react";
import { useTranslation } from "react-i18next";
import { formatDate } from "../../../i18n/format";
import { type Language, pageTagOf } from "../../../i18n/language";
import css from "../../admin.module.css";
import { useWordsIn } from "../../kit/useWordsIn";
import own from "./Claims.module.css";
import type { AdminClaim, Reason } from "./claims";

interface RefusalPreviewProps {
  claim: AdminClaim;
  /** The member's language. */
  language: Language;
  reason: Reason;
  reply: string;
}

/** A refusal as the member will read it, in the member's language. */
export function RefusalPreview({ claim, language, reason, reply }: RefusalPreviewProps) {
  const { t } = useTranslation("adminClaims");
  const words = useWordsIn(language, "claims");
  const id = useId();
  const answered = words("answered", { day: formatDate(Date.now(), language) });
  return (
    <section className={own.reads} aria-labelledby={id}>
      <h3 id={id}>{t("refuse.reads")}</h3>
      <div lang={pageTagOf(language)}>
        <b>{words(`reasons.${reason}.title`)}</b>
        <p>{words(`reasons.${reason}.text`)}</p>
        {reply && <blockquote>{reply}</blockquote>}
        <p className={css.soft}>{`${answered} ${words(claim.askedAgain ? "final" : "mayAskAgain")}`}</p>
      </div>
    </section>
  );
}
