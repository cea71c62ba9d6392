import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { oneOf } from "../../kit/editor/kinds";
import { FormWaits } from "../../kit/editor/RecordLoader";
import { portalPaths } from "../paths";
import { ArticleProposal } from "./ArticleProposal";
import { BonusProposal } from "./BonusProposal";
import { ItemProposal } from "./ItemProposal";
import { itemProposals } from "./ownProposals";

const FORMS = { item: ItemProposal, article: ArticleProposal, bonus: BonusProposal };

/** One proposal of the partner, in the form of its kind. */
export function ProposalEditor() {
  const { t } = useTranslation("adminProposals");
  const { id = "" } = useParams();
  const query = useQuery(oneOf(itemProposals, id));
  if (!query.data)
    return (
      <FormWaits
        title={t("proposal")}
        back={{ to: portalPaths.proposals, label: t("title") }}
        failed={t("oneFailed")}
        query={query}
      />
    );
  const { _id, kind, state } = query.data.record;
  const Form = FORMS[kind];
  // Another state begins with its own form.
  return <Form key={`${_id} ${state}`} saved={query.data} />;
}
