import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/buttons/Button";
import { Note } from "../../kit/screen/Paper";
import { AdminDialog } from "./AdminDialog";
import { useErrorText } from "./errorText";

interface AskDialogProps {
  title: string;
  /** Label of the main button; `busy` is the label while it runs. */
  submit: string;
  busy: string;
  onClose(): void;
  /** Fails with the server's error, which the open dialog shows. */
  act(): Promise<void>;
  /** Details of a failure. */
  told?: ReactNode;
  children: ReactNode;
}

/** Asks for confirmation before an action. */
export function ActionDialog({ title, submit, busy, onClose, act, told, children }: AskDialogProps) {
  const { t } = useTranslation("admin");
  const say = useErrorText();
  const [acting, setActing] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async () => {
    setActing(true);
    setError(undefined);
    try {
      await act();
    } catch (failure) {
      setError(failure);
      setActing(false);
    }
  };
  return (
    <AdminDialog
      alert
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" small onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button kind="refuse" small busy={acting && busy} onClick={() => void run()}>
            {submit}
          </Button>
        </>
      }
    >
      {children}
      {error !== undefined && (
        <Note tone="plum">
          {say(error)}
          {told}
        </Note>
      )}
    </AdminDialog>
  );
}
