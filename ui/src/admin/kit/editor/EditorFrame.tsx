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

/** Where a page's buttons stand below its title, as admin.module.css has it. */
const NARROW = "(max-width: 767px)";

export interface EditorFrameProps<I extends object> {
  title: string;
  back: { to: string; label: string };
  editor: Editor<I>;
  /** Absent for a new one. */
  id: string | undefined;
  mayWrite: boolean;
  /** What people call a field of the form. */
  label(key: string): string;
  /** Looks the form over; true when it may be sent. */
  check(): boolean;
  /** Left of the save button: more to do. */
  more?: ReactNode;
  /** The button that deletes the record. */
  remove?: ReactNode;
  /** Above the fields: where the record stands. */
  standing?: ReactNode;
  children: ReactNode;
}

/** A form over one record: save, what went wrong, and what others changed meanwhile. */
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
  // Above one another the buttons are read and reached from the first: deleting is no way to begin.
  const narrow = useMedia(NARROW);
  const { t: common } = useTranslation("desk");
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
