import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import { type Language, localized, pageTagOf } from "../../../i18n/language";
import { Tabs } from "../../../kit/form/Segment";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { NotificationRow } from "../../../shared/NotificationRow";
import css from "../../admin.module.css";
import content from "../../kit/editor/Content.module.css";
import { tidyText } from "../../kit/editor/localized";
import { useRested } from "../../kit/useRested";
import { ADMIN } from "../../session";
import { type AnnouncementInput, chosenLink } from "./announcements";
import { MailPreview } from "./MailPreview";
import own from "./Preview.module.css";
import { PushPreview } from "./PushPreview";
import { useTarget } from "./targets";

const WAYS = ["inbox", "push", "email"] as const;
type Way = (typeof WAYS)[number];

/** Preview of the draft in each channel. */
export function Preview({ draft, language }: { draft: AnnouncementInput; language: Language }) {
  const { t } = useTranslation("adminAnnouncements");
  const [way, setWay] = useState<Way>("inbox");
  return (
    <section className={css.sunken}>
      <h2>{t("preview")}</h2>
      <div className={own.ways}>
        <Tabs<Way>
          label={t("preview")}
          options={WAYS.map((value) => ({ value, label: t(`previews.${value}.tab`) }))}
          chosen={way}
          onChoose={setWay}
        >
          <p className={css.soft}>
            {t(`previews.${way}.how`)}
            {way === "email" && !draft.byEmail && ` ${t("previews.email.not")}`}
          </p>
          {way === "inbox" ? (
            <Inbox draft={draft} language={language} />
          ) : (
            <Rendered draft={draft} language={language} way={way} />
          )}
        </Tabs>
      </div>
    </section>
  );
}

/** Preview of the inbox entry. */
function Inbox({ draft, language }: { draft: AnnouncementInput; language: Language }) {
  const { t } = useTranslation("adminAnnouncements");
  const only = (text: AnnouncementInput["title"], nothing: string) => ({
    en: text[language] || text.en || nothing,
  });
  const target = useTarget(draft.link).data;
  return (
    <>
      <ul className={content.preview} lang={pageTagOf(language)} inert>
        <NotificationRow
          notification={{
            _id: "",
            title: only(draft.title, t("fields.title")),
            body: only(draft.body, t("fields.body")),
            created: draft.sendAt ?? new Date().toISOString(),
            read: false,
            kind: "news",
            ...(draft.picture ? { picture: draft.picture } : {}),
          }}
        />
      </ul>
      {target && draft.link && (
        <p className={css.soft}>
          {t(`previews.inbox.opens.${draft.link.kind}`, { name: localized(target.name, language) })}
        </p>
      )}
    </>
  );
}

/** The server's rendering, fetched shortly after the last key. */
function Rendered({
  draft,
  language,
  way,
}: {
  draft: AnnouncementInput;
  language: Language;
  way: "push" | "email";
}) {
  const { t } = useTranslation("adminAnnouncements");
  const { title, body, link, picture = "", marketing = false } = draft;
  const typed = useMemo(
    () => ({
      title: tidyText(title),
      body: tidyText(body),
      ...chosenLink(link),
      picture,
      marketing,
      language,
    }),
    [title, body, link, picture, marketing, language],
  );
  const asked = useRested(typed);
  const shown = useQuery({
    queryKey: [ADMIN, "announcement-preview", asked],
    queryFn: async ({ signal }) => ({
      ...(await call("post", "/api/admin/notifications/preview", { body: asked, signal })),
      // Until the response for a new language arrives, the old text keeps its own language tag.
      said: asked.language,
    }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Loaded of={shown} failed={t("previews.failed")} skeleton={<RowSkeleton count={2} />}>
      {({ push, email, said }) =>
        way === "push" ? (
          <PushPreview note={push} language={said} />
        ) : (
          <MailPreview mail={email} language={said} />
        )
      }
    </Loaded>
  );
}
