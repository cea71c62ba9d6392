import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { formatDateTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import css from "../../admin.module.css";
import { ActionDialog } from "../../kit/ActionDialog";
import { AdminPage } from "../../kit/AdminPage";
import { ErrorNote } from "../../kit/editor/ErrorNote";
import { contentRemoved } from "../../kit/editor/kinds";
import { RestoredNote } from "../../kit/editor/RestoredNote";
import { Meeting } from "../../kit/editor/StaleDialog";
import { portalPaths } from "../paths";
import { Meets } from "./Meets";
import { deleteProposal, itemProposals } from "./ownProposals";
import { ProposalAnswer } from "./ProposalAnswer";
import { ProposalSteps } from "./ProposalSteps";
import type { ProposalForm } from "./useProposal";

interface ProposalFrameProps<I extends object> {
  of: ProposalForm<I>;
  /** The label of a form field. */
  label(key: string): string;
  aside: ReactNode;
  children: ReactNode;
}

/** The page of one proposal: how far it has come, the answer of staff, the form, and the next steps. */
export function ProposalFrame<I extends object>({ of, label, aside, children }: ProposalFrameProps<I>) {
  const { t } = useTranslation("adminProposals");
  const { t: common } = useTranslation("admin");
  const language = useLanguage();
  const { editor, page, name, disabled, busy, failed } = of;
  return (
    <AdminPage
      title={name}
      back={{ to: portalPaths.proposals, label: t("title") }}
      line={`${t(`kinds.${page.kind}`)} · ${t("changed", { time: formatDateTime(page.updated, language) })}`}
      actions={
        <>
          {!disabled && <Delete of={of} />}
          {!disabled && (
            <Button
              kind="quiet"
              small
              disabled={!editor.dirty}
              busy={editor.busy && !busy && common("saving")}
              onClick={() => void editor.save()}
            >
              {t("own.keep")}
            </Button>
          )}
          {!disabled && (
            <Button small busy={busy && t("own.sending")} onClick={() => void of.send()}>
              {t(page.sent ? "own.sendAgain" : "own.send")}
            </Button>
          )}
          {page.state === "sent" && (
            <Button kind="quiet" small busy={busy && t("own.takingBack")} onClick={() => void of.takeBack()}>
              {t("own.takeBack")}
            </Button>
          )}
        </>
      }
    >
      <div className={css.stack}>
        <ProposalSteps proposal={page} />
        <ProposalAnswer proposal={page} />
        <RestoredNote editor={editor} />
        {failed !== undefined && <ErrorNote error={failed} label={label} />}
        <Meets page={page} />
        <div className={css.split}>
          <div>{children}</div>
          <div className={css.aside}>{aside}</div>
        </div>
      </div>
      <Meeting editor={editor} label={label} />
    </AdminPage>
  );
}

function Delete<I extends object>({ of: { editor, page, name } }: { of: ProposalForm<I> }) {
  const { t } = useTranslation("adminProposals");
  const { t: common } = useTranslation("admin");
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const remove = async () => {
    if (!(await editor.change((etag) => deleteProposal(page._id, etag)))) return setAsking(false);
    editor.forget();
    contentRemoved(itemProposals, page._id);
    showToast(t("own.deleted", { name }));
    navigate(portalPaths.proposals, { replace: true });
  };
  return (
    <>
      <Button kind="refuse" small onClick={() => setAsking(true)}>
        {common("delete")}
      </Button>
      {asking && (
        <ActionDialog
          title={t("own.deleteTitle", { name })}
          submit={common("delete")}
          busy={common("deleting")}
          onClose={() => setAsking(false)}
          act={remove}
        >
          <p>{t("own.deleteText")}</p>
        </ActionDialog>
      )}
    </>
  );
}
