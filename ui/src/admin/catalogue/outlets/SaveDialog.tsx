import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem } from "../../../api/problem";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { FormDialog } from "../../kit/AdminDialog";
import { useErrorText } from "../../kit/errorText";

interface KeepDialogProps {
  title: string;
  submit: string;
  /** True if the form is valid. */
  sound: boolean;
  onClose(): void;
  /** Saves the form. Fails with the server's error. */
  keep(): Promise<void>;
  /** The codes of the server's refusals that a field shows in place of the dialog. */
  ofFields?: readonly string[];
  /** Receives whether to show the form's errors, and the server's refusal of a field. */
  children(wrong: boolean, refusal: string | undefined): ReactNode;
}

/** A small form with buttons to save or cancel. */
export function SaveDialog({
  title,
  submit,
  sound,
  onClose,
  keep,
  ofFields = [],
  children,
}: KeepDialogProps) {
  const { t } = useTranslation("adminCounters");
  const say = useErrorText();
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const isOfField = error instanceof ApiProblem && ofFields.includes(error.code);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!sound) return;
    setBusy(true);
    setError(undefined);
    try {
      await keep();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={title}
      submit={submit}
      busy={busy && t("busy")}
      onClose={onClose}
      onSubmit={(event) => void send(event)}
    >
      <div className={css.stack}>
        {children(tried && !sound, isOfField ? say(error) : undefined)}
        {error !== undefined && !isOfField && <Note tone="plum">{say(error)}</Note>}
      </div>
    </FormDialog>
  );
}
