import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import type { Proposal } from "./ownProposals";
import own from "./Proposals.module.css";

/** The last answer of staff: what they ask for, the reason of a refusal, or what the proposal became. */
export function ProposalAnswer({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation("adminProposals");
  const language = useLanguage();
  const { state, note, became, decidedBy, decided } = proposal;
  const who = decidedBy && decided && (
    <p className={css.soft}>{t("by", { name: decidedBy, time: formatDateTime(decided, language) })}</p>
  );
  if (became)
    return (
      <Note tone="leaf">
        {t(`became.${became.stage}`)}
        {who}
      </Note>
    );
  if (!note) return null;
  return (
    <Note tone={state === "refused" ? "plum" : "pollen"}>
      <b className={own.long}>{note}</b>
      {who}
    </Note>
  );
}
