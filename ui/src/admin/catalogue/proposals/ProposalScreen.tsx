import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { ApiProblem } from "../../../api/problem";
import { formatDateTime } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button, ButtonLink } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Note } from "../../../kit/screen/Paper";
import text from "../../../kit/styles/text.module.css";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { ErrorNote } from "../../kit/editor/ErrorNote";
import { contentChanged, oneOf, type Tagged } from "../../kit/editor/kinds";
import { FormWaits } from "../../kit/editor/RecordLoader";
import { ReasonDialog } from "../../kit/ReasonDialog";
import { useAction } from "../../kit/useAction";
import { adminPaths, recordPath } from "../../paths";
import { Meets } from "../../portal/proposals/Meets";
import type { ProposalPage } from "../../portal/proposals/ownProposals";
import { ProposalAnswer } from "../../portal/proposals/ProposalAnswer";
import { ProposalSteps } from "../../portal/proposals/ProposalSteps";
import { useMay } from "../../session";
import { ProposalContent } from "./ProposalContent";
import { acceptProposal, askForChanges, becamePath, proposals, refuseProposal } from "./proposals";

/** One proposal of a partner, and the answer to it. */
export function ProposalScreen() {
  const { t } = useTranslation("adminProposals");
  const { id = "" } = useParams();
  const query = useQuery(oneOf(proposals, id));
  const back = { to: adminPaths.proposals, label: t("title") };
  if (!query.data)
    return <FormWaits title={t("proposal")} back={back} failed={t("oneFailed")} query={query} />;
  return <Shown key={id} saved={query.data} />;
}

function Shown({ saved: { record, etag } }: { saved: Tagged<ProposalPage> }) {
  const { t } = useTranslation("adminProposals");
  const language = useLanguage();
  const client = useQueryClient();
  const writes = useMay("writeContent");
  const runs = useMay("runProgramme");
  const answers = record.kind === "article" ? writes : runs;
  const [asking, setAsking] = useState<"changes" | "refuse">();
  const { busy, error, run } = useAction();
  const name = localized(record.title, language) || t("untitled");
  const became = becamePath(record);
  /** Answers what is on the screen. If the partner changed it meanwhile, the new state is loaded. */
  const answer = async (act: () => Promise<ProposalPage>, said: string) => {
    try {
      const after = await act();
      client.setQueryData(oneOf(proposals, record._id).queryKey, {
        record: after,
        etag: `"${after.version}"`,
      });
      setAsking(undefined);
      showToast(said);
    } catch (failure) {
      if (!(failure instanceof ApiProblem) || ![409, 412].includes(failure.status)) throw failure;
      setAsking(undefined);
      throw failure;
    } finally {
      contentChanged(proposals);
    }
  };
  return (
    <AdminPage
      title={name}
      back={{ to: adminPaths.proposals, label: t("title") }}
      line={
        <>
          {t(`kinds.${record.kind}`)} ·{" "}
          <Link className={text.link} to={recordPath(adminPaths.partners, record.partnerId)}>
            {localized(record.partnerName, language)}
          </Link>{" "}
          ·{" "}
          {t("from", { name: record.author, time: formatDateTime(record.sent ?? record.created, language) })}
        </>
      }
      actions={
        record.state === "sent" && answers ? (
          <>
            <Button kind="refuse" small onClick={() => setAsking("refuse")}>
              {t("refuse.open")}
            </Button>
            <Button kind="quiet" small onClick={() => setAsking("changes")}>
              {t("changes.open")}
            </Button>
            <Button
              small
              busy={busy && t("accept.busy")}
              onClick={() =>
                void run(() => answer(() => acceptProposal(record._id, etag), t("accept.done", { name })))
              }
            >
              {t("accept.open")}
            </Button>
          </>
        ) : (
          became && (
            <ButtonLink small to={became}>
              {t(`openBecame.${record.kind}`)}
            </ButtonLink>
          )
        )
      }
    >
      <div className={css.stack}>
        <ProposalSteps proposal={record} />
        <ProposalAnswer proposal={record} />
        {error !== undefined && <ErrorNote error={error} label={(key) => key} />}
        {record.state === "sent" && answers && <Note>{t(`accept.text.${record.kind}`)}</Note>}
        <Meets page={record} />
        <ProposalContent page={record} />
      </div>
      {asking && (
        <ReasonDialog
          title={t(`${asking}.title`, { name })}
          submit={t(`${asking}.open`)}
          busy={t(`${asking}.busy`)}
          kind={asking === "refuse" ? "refuse" : "leaf"}
          hint={t(`${asking}.hint`)}
          asks={{ label: t(`${asking}.label`), missing: t(`${asking}.missing`), longest: 500, rows: 4 }}
          onClose={() => setAsking(undefined)}
          act={(note) =>
            answer(
              () => (asking === "refuse" ? refuseProposal : askForChanges)(record._id, etag, note),
              t(`${asking}.done`, { name }),
            )
          }
        />
      )}
    </AdminPage>
  );
}
