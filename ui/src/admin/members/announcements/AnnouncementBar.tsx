import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { formatDateTime, formatPoints } from "../../../i18n/format";
import { LANGUAGES, type Language, localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Badge } from "../../../kit/screen/Paper";
import { ActionDialog } from "../../kit/ActionDialog";
import own from "../../kit/editor/Content.module.css";
import { contentRemoved } from "../../kit/editor/kinds";
import { PublishDialog } from "../../kit/editor/PublishDialog";
import type { Editor } from "../../kit/editor/useEditor";
import { useUndo } from "../../kit/editor/useUndo";
import { adminPaths } from "../../paths";
import { TONES } from "./AnnouncementsScreen";
import {
  type Announcement,
  type AnnouncementInput,
  announcements,
  isOpen,
  manyAnnouncements,
  STOP_SECONDS,
  sendNow,
} from "./announcements";
import { useAudience } from "./audience";
import { GoesOut, isNear } from "./GoesOut";

interface AnnouncementBarProps {
  record: Announcement;
  editor: Editor<AnnouncementInput>;
  check(): boolean;
  complete(language: Language): boolean;
  mayWrite: boolean;
}

/** The state of an announcement, and its next actions. */
export function AnnouncementBar({ record, editor, check, complete, mayWrite }: AnnouncementBarProps) {
  const { t } = useTranslation("adminAnnouncements");
  const { t: common } = useTranslation("admin");
  const { t: content } = useTranslation("adminContent");
  const language = useLanguage();
  const offerUndo = useUndo();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<"send" | "remove">();
  const { _id, state = "draft", sendAt, sentAt } = record;
  const title = localized(record.title, language);
  const moment = sentAt ?? sendAt;
  const near = state === "scheduled" && isNear(sendAt);
  const reached = useAudience(editor.draft).data?.inbox;
  const close = () => setAsking(undefined);
  const send = async ({ publishAt, useEnglish = false }: { publishAt?: string; useEnglish?: boolean }) => {
    if (publishAt) {
      // The page shows the server's errors.
      if (await editor.save({ state: "scheduled", sendAt: publishAt, useEnglish }))
        showToast(t("scheduledToast", { title }));
      return;
    }
    if (editor.dirty && !(await editor.save())) return;
    // Sent by ETag, so that only the text on the screen goes out.
    if (await editor.change((etag) => sendNow(_id, etag, useEnglish)))
      showToast(t("nearToast", { title, count: STOP_SECONDS }));
  };
  return (
    <section className={own.standing} aria-label={t("fields.state")}>
      <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
      <p>
        {near && sendAt ? (
          <GoesOut id={_id} sendAt={sendAt} />
        ) : (
          t(`standing.${state}`, { moment: moment ? formatDateTime(moment, language) : "" })
        )}
      </p>
      {mayWrite && isOpen(state) && (
        <div>
          <Button kind="refuse" small onClick={() => setAsking("remove")}>
            {common("delete")}
          </Button>
          {state === "scheduled" && (
            <Button
              kind="quiet"
              small
              onClick={() =>
                void editor.save({ state: "draft" }).then((done) => {
                  if (done) showToast(t("draftToast", { title }));
                })
              }
            >
              {t(near ? "stop" : "unschedule")}
            </Button>
          )}
          {!near && (
            <Button
              small
              disabled={reached === undefined}
              onClick={() => {
                if (check()) setAsking("send");
              }}
            >
              {state === "scheduled"
                ? t("reschedule")
                : t("sendTo", { count: reached ?? 0, members: formatPoints(reached ?? 0) })}
            </Button>
          )}
        </div>
      )}
      {asking === "send" && (
        <PublishDialog
          title={t("sendTitle", { title })}
          words={{ now: t("send"), later: t("schedule") }}
          missing={LANGUAGES.filter((one) => !complete(one))}
          publishAt={state === "scheduled" ? sendAt : undefined}
          typed={{
            expected: reached ?? 0,
            label: t("typed.label", { count: reached ?? 0, members: formatPoints(reached ?? 0) }),
            hint: t("typed.hint", { count: STOP_SECONDS }),
            wrong: t("typed.wrong", { members: formatPoints(reached ?? 0) }),
          }}
          onClose={close}
          onPublish={send}
        />
      )}
      {asking === "remove" && (
        <ActionDialog
          title={content("removeTitle", { title })}
          submit={common("delete")}
          busy={common("deleting")}
          onClose={close}
          act={async () => {
            await announcements.remove(_id);
            contentRemoved(announcements, _id);
            offerUndo(manyAnnouncements, [_id], content("removed", { title }));
            navigate(adminPaths.announcements, { replace: true });
          }}
        >
          <p>{t("removeText")}</p>
        </ActionDialog>
      )}
    </section>
  );
}
