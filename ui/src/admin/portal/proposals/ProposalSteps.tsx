import { useTranslation } from "react-i18next";
import css from "../../admin.module.css";
import type { Proposal } from "./ownProposals";
import own from "./Proposals.module.css";

const PLACES = { draft: 0, sent: 1, changes_asked: 2, refused: 2, accepted: 2 } as const;

/** The way of a proposal from the draft to members, and where it stands. */
export function ProposalSteps({ proposal: { state, became } }: { proposal: Proposal }) {
  const { t } = useTranslation("adminProposals");
  const isLive = became?.stage === "live";
  const here = isLive ? 3 : PLACES[state];
  const answer = state === "draft" || state === "sent" ? t("answer") : t(`states.${state}`);
  return (
    <ol className={`${css.panel} ${own.steps}`} aria-label={t("steps")}>
      {[t("states.draft"), t("states.sent"), answer, t("stages.live")].map((name, place) => (
        <li
          key={name}
          className={place < here || isLive ? own.done : undefined}
          aria-current={place === here ? "step" : undefined}
        >
          {name}
        </li>
      ))}
    </ol>
  );
}
