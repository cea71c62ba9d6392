import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import { formatDate } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button, ButtonLink } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Badge, Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { ActionDialog } from "../../kit/ActionDialog";
import { AdminPage } from "../../kit/AdminPage";
import { fieldErrors, useErrorText } from "../../kit/errorText";
import { useAction } from "../../kit/useAction";
import { useAddress } from "../../kit/useAddress";
import { adminPaths, newPath, recordPath } from "../../paths";
import { useMay } from "../../session";
import { conditionsOf, formOf, isCountable, type SegmentForm } from "./form";
import { ListDialog } from "./ListDialog";
import { SegmentCheck } from "./SegmentCheck";
import { SegmentCount } from "./SegmentCount";
import { SegmentFields } from "./SegmentFields";
import { SegmentSample } from "./SegmentSample";
import own from "./Segments.module.css";
import {
  addSegment,
  removeSegment,
  replaceSegment,
  type Segment,
  segmentQuery,
  segmentsChanged,
} from "./segments";

/** The count follows what is typed after this pause. */
const PAUSE_MS = 400;

const PATHS = {
  announcement: adminPaths.announcements,
  earningRule: adminPaths.rules,
  segment: adminPaths.segments,
};

/** The editor of one segment, or of a new one. */
export function SegmentEditor() {
  const { t } = useTranslation("adminSegments");
  const { id = "new" } = useParams();
  // A new segment may begin as a copy of another one.
  const copied = useAddress().get("copy");
  const source = id === "new" ? copied : id;
  const found = useQuery({ ...segmentQuery(source), enabled: source !== "" });
  if (id === "new" && !copied) return <Editor key={id} />;
  if (id === "new" && found.data) return <Editor key={copied} copied={found.data.segment} />;
  if (found.data) return <Editor key={found.data.etag} known={found.data} />;
  return (
    <AdminPage title={t("segment")} back={{ to: adminPaths.segments, label: t("title") }}>
      <Loaded of={found} failed={t("failed")} skeleton={<RowSkeleton count={8} />}>
        {() => null}
      </Loaded>
    </AdminPage>
  );
}

/** The form, once its conditions can be counted and nobody has typed for a while. */
function useSettled(form: SegmentForm) {
  const [settled, setSettled] = useState(form);
  useEffect(() => {
    if (!isCountable(form)) return;
    const timer = setTimeout(() => setSettled(form), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [form]);
  return settled;
}

interface EditorProps {
  known?: { segment: Segment; etag: string };
  /** The segment whose conditions a new one begins with. */
  copied?: Segment;
}

function Editor({ known, copied }: EditorProps) {
  const { t } = useTranslation("adminSegments");
  const { t: common } = useTranslation("admin");
  const language = useLanguage();
  const say = useErrorText();
  const navigate = useNavigate();
  const mayWrite = useMay("writeContent");
  const mayRead = useMay("readMembers");
  const segment = known?.segment;
  const [saved] = useState(() => formOf(segment));
  const [form, setForm] = useState(() =>
    copied ? { ...formOf(copied), name: t("copyOf", { name: copied.name }) } : saved,
  );
  const [removing, setRemoving] = useState(false);
  const [replacing, setReplacing] = useState(false);
  const mayList = useMay("runProgramme");
  const { busy, error, run } = useAction();
  const conditions = conditionsOf(useSettled(form));
  const changed = JSON.stringify(form) !== JSON.stringify(saved);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const body = { name: form.name, conditions: conditionsOf(form) };
      const written = known
        ? await replaceSegment(known.segment._id, known.etag, body)
        : await addSegment(body);
      await segmentsChanged();
      showToast(t("saved"));
      if (!known) navigate(recordPath(adminPaths.segments, written._id), { replace: true });
    });
  };
  return (
    <AdminPage
      title={segment?.name ?? t("add")}
      back={{ to: adminPaths.segments, label: t("title") }}
      line={segment && t("savedBy", { name: segment.savedBy, day: formatDate(segment.updated, language) })}
      actions={
        <>
          {segment && mayRead && (
            <ButtonLink kind="quiet" small to={`${adminPaths.members}?segment=${segment._id}`}>
              {t("showMembers")}
            </ButtonLink>
          )}
          {segment?.list && mayList && (
            <Button kind="quiet" small onClick={() => setReplacing(true)}>
              {t("list.replace")}
            </Button>
          )}
          {segment && !segment.list && mayWrite && (
            <ButtonLink kind="quiet" small to={`${newPath(adminPaths.segments)}?copy=${segment._id}`}>
              {t("copy")}
            </ButtonLink>
          )}
          {segment && mayWrite && (
            <ButtonLink kind="quiet" small to={`${newPath(adminPaths.announcements)}?segment=${segment._id}`}>
              {t("announce")}
            </ButtonLink>
          )}
          {segment && mayWrite && (
            <Button kind="quiet" small onClick={() => setRemoving(true)}>
              {t("remove.action")}
            </Button>
          )}
          {mayWrite && (
            <Button
              type="submit"
              form="segment"
              small
              disabled={!changed || !isCountable(form)}
              busy={busy && common("saving")}
            >
              {common("save")}
            </Button>
          )}
        </>
      }
    >
      <div className={css.split}>
        <div>
          <form id="segment" noValidate onSubmit={save}>
            {error !== undefined && <Note tone="plum">{say(error)}</Note>}
            <SegmentFields
              form={form}
              list={segment?.list}
              disabled={!mayWrite}
              wrong={fieldErrors(error)}
              onChange={setForm}
            />
          </form>
          {segment && (
            <div className={own.after}>
              <UsedBy segment={segment} />
            </div>
          )}
        </div>
        <div className={css.aside}>
          <SegmentCount conditions={conditions} />
          {mayRead && <SegmentSample conditions={conditions} />}
          {mayRead && <SegmentCheck conditions={conditions} />}
        </div>
      </div>
      {replacing && known && (
        <ListDialog of={known} onClose={() => setReplacing(false)} onSaved={() => setReplacing(false)} />
      )}
      {removing && segment && (
        <ActionDialog
          title={t("remove.title", { name: segment.name })}
          submit={t("remove.action")}
          busy={t("remove.busy")}
          onClose={() => setRemoving(false)}
          act={async () => {
            await removeSegment(segment._id);
            navigate(adminPaths.segments, { replace: true });
            showToast(t("remove.done", { name: segment.name }));
            await segmentsChanged();
          }}
        >
          <p>{t(segment.usedBy.length > 0 ? "remove.used" : "remove.text")}</p>
          <Uses segment={segment} />
        </ActionDialog>
      )}
    </AdminPage>
  );
}

function UsedBy({ segment }: { segment: Segment }) {
  const { t } = useTranslation("adminSegments");
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("usedBy")}</h2>
      </div>
      {segment.usedBy.length === 0 ? <p className={css.soft}>{t("unused")}</p> : <Uses segment={segment} />}
    </section>
  );
}

function Uses({ segment }: { segment: Segment }) {
  const { t } = useTranslation("adminSegments");
  const language = useLanguage();
  return (
    <ul className={own.uses}>
      {segment.usedBy.map(({ kind, id, name, live }) => (
        <li key={id}>
          <Link to={recordPath(PATHS[kind], id)}>{localized(name, language)}</Link>
          <span className={css.soft}>{t(`users.${kind}`)}</span>
          {live && <Badge tone="leaf">{t("live")}</Badge>}
        </li>
      ))}
    </ul>
  );
}
