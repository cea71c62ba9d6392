import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiProblem } from "../../api/problem";
import { Button } from "../../components/Button";
import { Note } from "../../components/Paper";
import type { Language } from "../../i18n/language";
import { AskDialog } from "../components/AskDialog";
import { DeskPage } from "../components/DeskPage";
import css from "../desk.module.css";
import { contentRemoved, type Kind, type State } from "./kinds";
import { offerUndo } from "./restore";
import { StaleDialog } from "./StaleDialog";
import { StandingBar } from "./StandingBar";
import { Trouble } from "./Trouble";
import type { Editor } from "./useEditor";

interface Shown {
  active?: boolean;
  publishAt?: string;
}

interface EditorPageProps<R extends { _id: string }, I extends Shown> {
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
  /** Whether nothing is missing in that language. */
  complete(language: Language): boolean;
  /** Above the save button: more to do. */
  more?: ReactNode;
  children: ReactNode;
}

const isPublic = (state: State) => state === "published" || state === "scheduled";

/** Around every editor: save, hide, remove, and what went wrong. */
export function EditorPage<R extends { _id: string }, I extends Shown>({
  title,
  back,
  kind,
  editor,
  id,
  mayWrite,
  label,
  check,
  complete,
  more,
  children,
}: EditorPageProps<R, I>) {
  const { t } = useTranslation("deskContent");
  const { t: common } = useTranslation("desk");
  const form = useId();
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
        {editor.standing && (
          <StandingBar
            kind={kind}
            standing={editor.standing}
            title={title}
            mayWrite={mayWrite}
            complete={complete}
            save={async () => !editor.dirty || (check() && (await editor.save()))}
            onChanged={(state, publishAt) =>
              editor.renew({ active: isPublic(state), ...(publishAt ? { publishAt } : {}) })
            }
          />
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
  const [asking, setAsking] = useState(false);
  const [uses, setUses] = useState<Awaited<ReturnType<typeof kind.uses>>>([]);
  const remove = async () => {
    try {
      await kind.remove(id);
    } catch (failure) {
      if (failure instanceof ApiProblem && failure.code === "in_use")
        setUses(await kind.uses(id).catch(() => []));
      throw failure;
    }
    contentRemoved(kind, id);
    offerUndo(kind, [id], {
      removed: t("removed", { title }),
      undo: common("undo"),
      restored: t("back", { count: 1 }),
      failed: t("backFailed"),
    });
    navigate(list, { replace: true });
  };
  return (
    <>
      <Button kind="refuse" small onClick={() => setAsking(true)}>
        {common("delete")}
      </Button>
      {asking && (
        <AskDialog
          title={t("removeTitle", { title })}
          submit={common("delete")}
          busy={common("deleting")}
          onClose={() => setAsking(false)}
          act={remove}
          told={
            uses.length > 0 && (
              <ul>
                {uses.map((use) => (
                  <li key={use._id}>{use.name || use._id}</li>
                ))}
              </ul>
            )
          }
        >
          <p>{t("removeText")}</p>
        </AskDialog>
      )}
    </>
  );
}
