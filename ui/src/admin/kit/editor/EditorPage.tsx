import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiProblem } from "../../../api/problem";
import type { Language } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { Note } from "../../../kit/screen/Paper";
import { ADMIN } from "../../session";
import { ActionDialog } from "../ActionDialog";
import { EditorFrame, type EditorFrameProps } from "./EditorFrame";
import { contentRemoved, type Kind } from "./kinds";
import { StateBar } from "./StateBar";
import { Uses } from "./Uses";
import { useUndo } from "./useUndo";

interface EditorPageProps<R extends { _id: string }, I extends object>
  extends Omit<EditorFrameProps<I>, "standing" | "remove"> {
  kind: Kind<R, I>;
  /** Returns whether all texts in that language are complete. */
  complete(language: Language): boolean;
}

/** The editor page of content records: save, hide, remove and errors. */
export function EditorPage<R extends { _id: string }, I extends object>({
  kind,
  complete,
  ...frame
}: EditorPageProps<R, I>) {
  const { t } = useTranslation("adminContent");
  const { editor, id, title, mayWrite, check, back } = frame;
  return (
    <EditorFrame
      {...frame}
      remove={id && mayWrite && <Remove kind={kind} id={id} title={title} list={back.to} />}
      standing={
        <>
          {!mayWrite && <Note>{t("readOnly")}</Note>}
          {editor.standing && (
            <StateBar
              standing={editor.standing}
              title={title}
              mayWrite={mayWrite}
              complete={complete}
              check={() => !editor.dirty || check()}
              save={editor.save}
            />
          )}
        </>
      }
    />
  );
}

interface RemoveProps<R extends { _id: string }, I> {
  kind: Kind<R, I>;
  id: string;
  title: string;
  list: string;
}

/** The announcements that link to a record, which the dialog of its removal names; they do not block it. */
function useLinks<R extends { _id: string }, I>(kind: Kind<R, I>, id: string, asking: boolean) {
  const found = useQuery({
    queryKey: [ADMIN, kind.name, "uses", id],
    queryFn: () => kind.uses(id),
    enabled: asking,
    // Somebody may have written an announcement since the dialog was open last.
    gcTime: 0,
  });
  return (found.data ?? []).filter(({ blocks }) => !blocks);
}

function Remove<R extends { _id: string }, I>({ kind, id, title, list }: RemoveProps<R, I>) {
  const { t } = useTranslation("adminContent");
  const { t: common } = useTranslation("admin");
  const navigate = useNavigate();
  const offerUndo = useUndo();
  const [asking, setAsking] = useState(false);
  const [uses, setUses] = useState<Awaited<ReturnType<typeof kind.uses>>>([]);
  const links = useLinks(kind, id, asking);
  const remove = async () => {
    try {
      await kind.remove(id);
    } catch (failure) {
      if (failure instanceof ApiProblem && failure.code === "in_use")
        setUses((await kind.uses(id).catch(() => [])).filter(({ blocks }) => blocks));
      throw failure;
    }
    contentRemoved(kind, id);
    offerUndo(kind, [id], t("removed", { title }));
    navigate(list, { replace: true });
  };
  return (
    <>
      <Button kind="refuse" small onClick={() => setAsking(true)}>
        {common("delete")}
      </Button>
      {asking && (
        <ActionDialog
          title={t("removeTitle", { title })}
          submit={common("delete")}
          busy={common("deleting")}
          onClose={() => setAsking(false)}
          act={remove}
          told={uses.length > 0 && <Uses of={uses} />}
        >
          <p>{t("removeText")}</p>
          {links.length > 0 && (
            <>
              <p>{t("linkedText")}</p>
              <Uses of={links} />
            </>
          )}
        </ActionDialog>
      )}
    </>
  );
}
