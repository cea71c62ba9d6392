import { type FormEvent, type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../kit/buttons/Button";
import { useMedia } from "../../../kit/screen/useMedia";
import css from "../../admin.module.css";
import { AdminPage } from "../AdminPage";
import { ErrorNote } from "./ErrorNote";
import { RestoredNote } from "./RestoredNote";
import { Meeting } from "./StaleDialog";
import type { Editor } from "./useEditor";

/** Below this width the buttons are under the title, see admin.module.css. */
const NARROW = "(max-width: 767px)";

export interface EditorFrameProps<I extends object> {
  title: string;
  back: { to: string; label: string };
  editor: Editor<I>;
  /** Absent for a new record. */
  id: string | undefined;
  mayWrite: boolean;
  /** The label of a form field. */
  label(key: string): string;
  /** Validates the form; true if it may be sent. */
  check(): boolean;
  /** More actions, left of the save button. */
  more?: ReactNode;
  /** The button that deletes the record. */
  remove?: ReactNode;
  /** The state of the record, above the fields. */
  standing?: ReactNode;
  children: ReactNode;
}

/** A form page for one record, with saving, errors and conflicts. */
export function EditorFrame<I extends object>({
  title,
  back,
  editor,
  id,
  mayWrite,
  label,
  check,
  more,
  remove,
  standing,
  children,
}: EditorFrameProps<I>) {
  // Stacked buttons are reached from the top, so the delete button must not come first.
  const narrow = useMedia(NARROW);
  const { t: common } = useTranslation("admin");
  const form = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (check()) void editor.save();
  };
  return (
    <AdminPage
      title={title}
      back={back}
      actions={
        <>
          {more}
          {!narrow && remove}
          {mayWrite && (
            <Button
              type="submit"
              form={form}
              small
              disabled={id !== undefined && !editor.dirty}
              busy={editor.busy && common("saving")}
            >
              {common(id ? "save" : "create")}
            </Button>
          )}
          {narrow && remove}
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className={css.stack}>
        <RestoredNote editor={editor} />
        {standing}
        {editor.error !== undefined && <ErrorNote error={editor.error} label={label} />}
        <div>{children}</div>
      </form>
      <Meeting editor={editor} label={label} />
    </AdminPage>
  );
}
