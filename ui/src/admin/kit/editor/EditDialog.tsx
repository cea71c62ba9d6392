import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../kit/buttons/Button";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { ErrorState } from "../../../kit/loading/States";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminDialog, FormDialog } from "../AdminDialog";
import { useErrorText } from "../errorText";
import { type Editable, oneOf, type Tagged } from "./kinds";
import { Meeting } from "./StaleDialog";
import type { Editor } from "./useEditor";

interface OpenedProps<R extends { _id: string }, I> {
  kind: Editable<R, I>;
  id: string;
  title: string;
  onClose(): void;
  children(saved: Tagged<R>): ReactNode;
}

/**
 * Fetches the record when its dialog opens. Rows of a list have no ETag: editing an old row with a newer
 * ETag would overwrite changes made in between.
 */
export function Opened<R extends { _id: string }, I>({
  kind,
  id,
  title,
  onClose,
  children,
}: OpenedProps<R, I>) {
  const { t } = useTranslation("adminContent");
  const { t: common } = useTranslation("admin");
  const { data, isFetchedAfterMount, isError, error, refetch } = useQuery({
    ...oneOf(kind, id),
    staleTime: 0,
    gcTime: 0,
  });
  if (data && isFetchedAfterMount) return children(data);
  return (
    <AdminDialog
      title={title}
      onClose={onClose}
      actions={
        <Button kind="quiet" small onClick={onClose}>
          {common("cancel")}
        </Button>
      }
    >
      {isError ? (
        <ErrorState
          title={t("oneFailed")}
          text={t("oneFailedText")}
          error={error}
          onRetry={() => refetch()}
        />
      ) : (
        <RowSkeleton count={3} />
      )}
    </AdminDialog>
  );
}

interface EditDialogProps<I extends object> {
  title: string;
  submit: string;
  /** Label while saving. */
  busy: string;
  editor: Editor<I>;
  /** The label of a form field. */
  label(key: string): string;
  /** A value formatted for display. */
  shown?(key: string, value: string): string;
  /** Validates the form; true if it may be sent. */
  check(): boolean;
  onClose(): void;
  children: ReactNode;
}

/** A small form for one record, with saving, errors and conflicts. */
export function EditDialog<I extends object>({
  title,
  submit,
  busy,
  editor,
  label,
  shown,
  check,
  onClose,
  children,
}: EditDialogProps<I>) {
  const say = useErrorText();
  return (
    <>
      <FormDialog
        title={title}
        submit={submit}
        busy={editor.busy && busy}
        onClose={onClose}
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          if (check()) void editor.save();
          // After the errors have rendered at their fields.
          else requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid]")?.focus());
        }}
      >
        <div className={css.stack}>
          {children}
          {editor.error !== undefined && <Note tone="plum">{say(editor.error)}</Note>}
        </div>
      </FormDialog>
      <Meeting editor={editor} label={label} shown={shown} />
    </>
  );
}
