import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatDateTime } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { EmptySheet } from "../../../kit/loading/EmptyPlaces";
import { EmptyState } from "../../../kit/loading/EmptyState";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { useErrorText } from "../../kit/errorText";
import { CsvLink } from "../../kit/FileLink";
import { recordPath } from "../../paths";
import { portalPaths } from "../paths";
import { KINDS, ownProposalsQuery, type Proposal } from "./ownProposals";
import { ProposalBadge } from "./ProposalBadge";
import own from "./Proposals.module.css";
import { useBeginProposal } from "./useBeginProposal";

/** The partner's proposals to the programme, the newest first, and the buttons to begin another proposal. */
export function OwnProposalsScreen() {
  const { t } = useTranslation("adminProposals");
  const say = useErrorText();
  const proposals = useQuery(ownProposalsQuery());
  const { busy, error, begin } = useBeginProposal();
  return (
    <AdminPage
      title={t("title")}
      line={t("own.line")}
      actions={
        <>
          <CsvLink path="/api/merchant/proposals" of={t("title")} />
          {KINDS.map((kind) => (
            <Button
              key={kind}
              kind={kind === "item" ? "leaf" : "quiet"}
              small
              busy={busy && t(`own.begin.${kind}`)}
              onClick={() => void begin(kind)}
            >
              {t(`own.begin.${kind}`)}
            </Button>
          ))}
        </>
      }
    >
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
      <Loaded of={proposals} failed={t("failed")} skeleton={<RowSkeleton count={4} />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState picture={<EmptySheet />} title={t("own.empty")} text={t("own.emptyText")} />
          ) : (
            <ul className={`${css.panel} ${own.rows}`} aria-label={t("title")}>
              {all.map((proposal) => (
                <Row key={proposal._id} proposal={proposal} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </AdminPage>
  );
}

function Row({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation("adminProposals");
  const language = useLanguage();
  const { _id, kind, state, title, note, updated } = proposal;
  return (
    <li>
      <div>
        <Link to={recordPath(portalPaths.proposals, _id)}>{localized(title, language) || t("untitled")}</Link>
        <p className={css.soft}>
          {t(`kinds.${kind}`)} · {t("changed", { time: formatDateTime(updated, language) })}
        </p>
        {(state === "changes_asked" || state === "refused") && <p>{note}</p>}
      </div>
      <ProposalBadge proposal={proposal} />
    </li>
  );
}
