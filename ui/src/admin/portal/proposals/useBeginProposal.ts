import { useNavigate } from "react-router";
import { contentChanged } from "../../kit/editor/kinds";
import { useAction } from "../../kit/useAction";
import { recordPath } from "../../paths";
import { portalPaths } from "../paths";
import { beginProposal, itemProposals, type ProposalKind } from "./ownProposals";

/** Begins a proposal as an empty draft and opens it. */
export function useBeginProposal() {
  const navigate = useNavigate();
  const { busy, error, run } = useAction();
  const begin = (kind: ProposalKind) =>
    run(async () => {
      const { _id } = await beginProposal(kind);
      contentChanged(itemProposals);
      navigate(recordPath(portalPaths.proposals, _id));
    });
  return { busy, error, begin };
}
