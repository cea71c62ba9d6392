import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Language, localized, useLanguage } from "../../../i18n/language";
import { showToast } from "../../../kit/dialog/Toaster";
import { contentChanged, type Editable, oneOf, type Tagged } from "../../kit/editor/kinds";
import { useEditor } from "../../kit/editor/useEditor";
import { fieldErrors } from "../../kit/errorText";
import { useAction } from "../../kit/useAction";
import { isOpen, type ProposalPage, sendProposal, takeProposalBack } from "./ownProposals";

interface Options<I extends object> {
  kind: Editable<ProposalPage, I>;
  saved: Tagged<ProposalPage>;
  form(page: ProposalPage | undefined): I;
}

/** The form of one proposal: its draft, the errors, and the steps that a manager may take. */
export function useProposal<I extends object>({ kind, saved, form }: Options<I>) {
  const { t } = useTranslation("adminProposals");
  const client = useQueryClient();
  const shown = useLanguage();
  const [language, setLanguage] = useState<Language>(shown);
  const { _id, state, title } = saved.record;
  const name = localized(title, shown) || t("untitled");
  const editor = useEditor<ProposalPage, I>({
    kind,
    saved,
    form,
    tidy: (draft) => draft,
    onSaved: () => showToast(t("own.kept")),
  });
  const { busy, error, run } = useAction();
  const step = (act: (id: string, etag: string) => Promise<ProposalPage>, said: string) =>
    run(async () => {
      // Changes are saved first, so that the manager sends the proposal as it is on the screen.
      if (editor.dirty && !(await editor.save())) return;
      let after: ProposalPage | undefined;
      const done = await editor.change(async (etag) => {
        after = await act(_id, etag);
      });
      if (!done || !after) return;
      client.setQueryData(oneOf(kind, _id).queryKey, { record: after, etag: `"${after.version}"` });
      contentChanged(kind);
      showToast(said);
    });
  const troubles = { ...editor.troubles, ...fieldErrors(error) };
  return {
    editor,
    language,
    setLanguage,
    name,
    page: saved.record,
    disabled: !isOpen(state),
    busy,
    /** The error of the last step, or else of the last try to save. */
    failed: error ?? editor.error,
    error: (field: string): string | undefined => troubles[field],
    send: () => step(sendProposal, t("own.sent", { name })),
    takeBack: () => step(takeProposalBack, t("own.takenBack", { name })),
  };
}

export type ProposalForm<I extends object> = ReturnType<typeof useProposal<I>>;
