import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Button } from "../../components/Button";
import { Badge, Note } from "../../components/Paper";
import { showToast } from "../../components/Toaster";
import { DeskDialog } from "../components/DeskDialog";
import { DeskPage } from "../components/DeskPage";
import { useTrouble } from "../components/trouble";
import css from "../desk.module.css";
import { contentChanged, type Kind } from "./kinds";
import { StaleDialog } from "./StaleDialog";
import type { Editor } from "./useEditor";

interface EditorPageProps<R extends { _id: string }, I extends { active?: boolean }> {
  title: string;
  back: { to: string; label: string };
  kind: Kind<R, I>;
  editor: Editor<I>;
  /** Absent for a new one. */
  id: string | undefined;
  mayWrite: boolean;
  /** What people call a field of the form. */
  label(key: string): string;
  /** Looks the form over; true when it may be sent. */
  check(): boolean;
  /** Above the save button: more to do. */
  more?: ReactNode;
  children: ReactNode;
}

/** Around every editor: save, hide, remove, and what went wrong. */
export function EditorPage<R extends { _id: string }, I extends { active?: boolean }>({
  title,
  back,
  kind,
  editor,
  id,
  mayWrite,
  label,
  check,
  more,
  children,
}: EditorPageProps<R, I>) {
  const { t } = useTranslation("deskContent");
  const { t: common } = useTranslation("desk");
  const form = useId();
  const live = editor.draft.active !== false;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (check()) void editor.save();
  };
  return (
    <DeskPage
      title={title}
      back={back}
      actions={
        <>
          {id && (
            <Badge tone={live ? "leaf" : "plain"} dot={live}>
              {t(live ? "live" : "hidden")}
            </Badge>
          )}
          {more}
          {id && mayWrite && <Remove kind={kind} id={id} title={title} list={back.to} />}
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
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className={css.stack}>
        {!mayWrite && <Note>{t("readOnly")}</Note>}
        {editor.restored && (
          <Note>
            {t("restored")}{" "}
            <button type="button" className={css.quietLink} onClick={editor.discard}>
              {t("discard")}
            </button>
          </Note>
        )}
        {editor.error !== undefined && <Trouble error={editor.error} label={label} />}
        <div>{children}</div>
      </form>
      {editor.stale && (
        <StaleDialog
          base={editor.stale.base}
          mine={editor.draft}
          theirs={editor.stale.theirs}
          label={label}
          onMerged={editor.resolve}
          onClose={editor.giveUp}
        />
      )}
    </DeskPage>
  );
}

/** What the server says, and each field that it names. */
function Trouble({ error, label }: { error: unknown; label(key: string): string }) {
  const say = useTrouble();
  const errors =
    error instanceof Object && "errors" in error && Array.isArray(error.errors) ? error.errors : [];
  return (
    <Note tone="plum">
      {say(error)}
      {errors.length > 0 && (
        <ul>
          {errors.map(({ field, message }: { field: string; message: string }) => (
            <li key={field}>
              {label(field)}: {message}
            </li>
          ))}
        </ul>
      )}
    </Note>
  );
}

interface RemoveProps<R extends { _id: string }, I> {
  kind: Kind<R, I>;
  id: string;
  title: string;
  list: string;
}

function Remove<R extends { _id: string }, I>({ kind, id, title, list }: RemoveProps<R, I>) {
  const { t } = useTranslation("deskContent");
  const { t: common } = useTranslation("desk");
  const navigate = useNavigate();
  const say = useTrouble();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const close = () => setAsking(false);
  const remove = async () => {
    setBusy(true);
    try {
      await kind.remove(id);
      contentChanged(kind);
      showToast(t("removed", { title }));
      navigate(list, { replace: true });
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <>
      <Button kind="refuse" small onClick={() => setAsking(true)}>
        {common("delete")}
      </Button>
      {asking && (
        <DeskDialog
          alert
          title={t("removeTitle", { title })}
          onClose={close}
          actions={
            <>
              <Button kind="quiet" small onClick={close}>
                {common("cancel")}
              </Button>
              <Button kind="refuse" small busy={busy && common("deleting")} onClick={() => void remove()}>
                {common("delete")}
              </Button>
            </>
          }
        >
          <p>{t("removeText")}</p>
          {error !== undefined && <Note tone="plum">{say(error)}</Note>}
        </DeskDialog>
      )}
    </>
  );
}
