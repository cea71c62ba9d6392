import { useTranslation } from "react-i18next";
import { Badge } from "../../kit/screen/Paper";
import type { Claim } from "./claims";

const TONES = {
  waiting: "harbour",
  asked: "pollen",
  approved: "leaf",
  refused: "plum",
  withdrawn: "plain",
} as const;

/** The state of a claim in words and colour. */
export function ClaimBadge({ claim: { status, reopened } }: { claim: Claim }) {
  const { t } = useTranslation("claims");
  return <Badge tone={TONES[status]}>{t(reopened ? "status.again" : `status.${status}`)}</Badge>;
}
