import { useTranslation } from "react-i18next";
import { Badge } from "../../../kit/screen/Paper";
import type { Proposal } from "./ownProposals";

const TONES = {
  draft: "plain",
  sent: "pollen",
  changes_asked: "pollen",
  accepted: "harbour",
  refused: "plum",
} as const;

/** The progress of a proposal: its state, and then the stage of the record that it became. */
export function ProposalBadge({ proposal: { state, became } }: { proposal: Proposal }) {
  const { t } = useTranslation("adminProposals");
  return (
    <Badge tone={became?.stage === "live" ? "leaf" : TONES[state]}>
      {became && became.stage !== "draft" ? t(`stages.${became.stage}`) : t(`states.${state}`)}
    </Badge>
  );
}
