import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type Language, pageTagOf } from "../../../i18n/language";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { CopyLink } from "../../kit/editor/CopyLink";
import { EditorFrame } from "../../kit/editor/EditorFrame";
import { NameField } from "../../kit/editor/fields";
import type { Tagged } from "../../kit/editor/kinds";
import { LanguageTabs } from "../../kit/editor/LanguageTabs";
import { isComplete, withText } from "../../kit/editor/localized";
import { RecordLoader } from "../../kit/editor/RecordLoader";
import { useFieldLabel } from "../../kit/editor/useFieldLabel";
import { useRecordForm } from "../../kit/editor/useRecordForm";
import { TextArea } from "../../kit/Inputs";
import { useAddress } from "../../kit/useAddress";
import { adminPaths } from "../../paths";
import { useMay } from "../../session";
import { AnnouncementBar } from "./AnnouncementBar";
import { AudiencePanel } from "./AudiencePanel";
import {
  type Announcement,
  announcementForm,
  announcements,
  checkAnnouncement,
  copiedForm,
  isOpen,
  tidyAnnouncement,
} from "./announcements";
import { ChannelFields } from "./ChannelFields";
import { DeliveryProgress } from "./DeliveryProgress";
import { LinkFields } from "./LinkFields";
import { Preview } from "./Preview";
import { Ready } from "./Ready";
import { SegmentFields } from "./SegmentFields";

/** The editor of one announcement in three languages, with a preview. */
export function AnnouncementEditor() {
  const { t } = useTranslation("adminAnnouncements");
  return (
    <RecordLoader
      kind={announcements}
      title={t("edit")}
      back={{ to: adminPaths.announcements, label: t("title") }}
    >
      {/* Sending changes the version of the record without the form, which begins anew with it. */}
      {(saved, copied) => (
        <Form
          key={`${saved?.record._id} ${saved?.record.state} ${copied?._id}`}
          saved={saved}
          copied={copied}
        />
      )}
    </RecordLoader>
  );
}

interface FormProps {
  saved: Tagged<Announcement> | undefined;
  /** The announcement that a new one copies. */
  copied: Announcement | undefined;
}

function Form({ saved, copied }: FormProps) {
  const { t } = useTranslation("adminAnnouncements");
  const { t: content } = useTranslation("adminContent");
  // A new announcement may begin for a saved segment.
  const segmentId = useAddress().get("segment");
  const isNew = saved === undefined;
  const mayWrite = useMay("writeContent");
  const open = mayWrite && (!saved || isOpen(saved.record.state));
  const { editor, language, setLanguage, name, error, check } = useRecordForm({
    kind: announcements,
    saved,
    form: (record) => (!record && copied ? copiedForm(copied) : announcementForm(record, segmentId)),
    copyOf: copied?._id,
    tidy: tidyAnnouncement,
    check: checkAnnouncement,
    list: adminPaths.announcements,
    nameOf: (record) => record.title,
    said: (isNew, title) => t(isNew ? "created" : "saved", { title }),
  });
  const { draft, set } = editor;
  const start = useRef({ draft, set });
  // The address wins over a draft that was kept for another audience.
  useEffect(() => {
    const { draft, set } = start.current;
    if (isNew && segmentId && draft.segment?.segmentId !== segmentId) set({ segment: { segmentId } });
  }, [isNew, segmentId]);
  const label = useFieldLabel("adminAnnouncements");
  const form = { draft, set, error, label, language, disabled: !open };
  const complete = (one: Language) =>
    one === "en"
      ? Object.keys(checkAnnouncement(draft)).length === 0
      : isComplete([draft.title, draft.body], one);
  return (
    <EditorFrame
      title={name ?? t("add")}
      back={{ to: adminPaths.announcements, label: t("title") }}
      editor={editor}
      id={saved?.record._id}
      mayWrite={open}
      label={label}
      check={check}
      more={saved && mayWrite && <CopyLink list={adminPaths.announcements} id={saved.record._id} />}
      standing={
        <>
          {!open && !saved && <Note>{content("readOnly")}</Note>}
          {saved && (
            <AnnouncementBar
              record={saved.record}
              editor={editor}
              check={check}
              complete={complete}
              mayWrite={open}
            />
          )}
        </>
      }
    >
      <div className={css.split}>
        <div>
          <section className={css.panel}>
            <LanguageTabs chosen={language} onChoose={setLanguage} complete={complete}>
              <div lang={pageTagOf(language)} className={css.stack}>
                <NameField form={form} name="title" />
                <TextArea
                  name="body"
                  label={t("fields.body")}
                  aside={`${draft.body[language]?.length ?? 0} / 1,000`}
                  value={draft.body[language] ?? ""}
                  rows={5}
                  maxLength={1000}
                  required={language === "en"}
                  disabled={!open}
                  error={error(`body.${language}`) ?? error("body")}
                  onChange={(text) => set({ body: withText(draft.body, language, text) })}
                />
              </div>
            </LanguageTabs>
          </section>
          <LinkFields draft={draft} disabled={!open} error={error} onChange={set} />
          <SegmentFields
            segment={draft.segment ?? {}}
            disabled={!open}
            error={error}
            onChange={(segment) => set({ segment })}
          />
          <ChannelFields draft={draft} disabled={!open} onChange={set} />
          {open && <AudiencePanel draft={draft} />}
        </div>
        <div className={css.aside}>
          <Preview draft={draft} language={language} />
          {open && <Ready draft={draft} language={language} complete={complete} />}
          {saved && !isOpen(saved.record.state) && <DeliveryProgress id={saved.record._id} />}
        </div>
      </div>
    </EditorFrame>
  );
}
