import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { classes } from "../../kit/classes";
import { CheckIcon } from "../../kit/icons/icons-basic";
import css from "./Claims.module.css";
import type { Claim } from "./claims";

/** Sent, with the help desk, answered. */
export function ClaimSteps({ claim }: { claim: Claim }) {
  const { t } = useTranslation("claims");
  const language = useLanguage();
  const when = formatDateTime(claim.created, language);
  const steps = [
    {
      key: "sent",
      text: t(claim.filedByStaff ? "steps.filedText" : "steps.sentText", { when, number: claim.number }),
      state: css.done,
    },
    { key: "desk", text: t("steps.deskText"), state: css.now },
    { key: "answer", text: t("steps.answerText"), state: css.next },
  ] as const;
  return (
    <ol className={css.steps}>
      {steps.map(({ key, text, state }) => (
        <li key={key} className={classes(state)} aria-current={key === "desk" ? "step" : undefined}>
          <i>{key === "sent" && <CheckIcon size={18} />}</i>
          <div>
            <b>{t(`steps.${key}`)}</b>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
