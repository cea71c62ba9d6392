import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "../../../api/schema";
import { type Language, pageTagOf } from "../../../i18n/language";
import { Segment } from "../../../kit/form/Segment";
import css from "../../admin.module.css";
import own from "./Preview.module.css";

const PARTS = ["page", "text"] as const;
type Part = (typeof PARTS)[number];

interface MailPreviewProps {
  mail: components["schemas"]["ShownMail"];
  language: Language;
}

/** Preview of an e-mail as HTML and as plain text. */
export function MailPreview({ mail, language }: MailPreviewProps) {
  const { t } = useTranslation("adminAnnouncements");
  const [part, setPart] = useState<Part>("page");
  return (
    <div className={own.mail}>
      <p className={own.subject}>
        <span className={css.two}>{t("previews.email.subject")}</span>
        <b lang={pageTagOf(language)}>{mail.subject || t("fields.title")}</b>
      </p>
      <Segment<Part>
        label={t("previews.email.parts")}
        options={PARTS.map((value) => ({ value, label: t(`previews.email.${value}`) }))}
        chosen={part}
        onChoose={setPart}
        block
      />
      {part === "page" ? (
        <MailPage html={mail.html} name={t("previews.email.page")} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users have to scroll it.
        <pre className={own.text} lang={pageTagOf(language)} tabIndex={0}>
          {mail.text}
        </pre>
      )}
    </div>
  );
}

/** In a frame without an origin: the e-mail brings its own styles, which the page's policy would block. */
function MailPage({ html, name }: { html: string; name: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (ready) frame.current?.contentWindow?.postMessage(html, "*");
  }, [ready, html]);
  return (
    <iframe
      ref={frame}
      className={own.page}
      title={name}
      src="/admin/mail-frame"
      sandbox="allow-scripts"
      onLoad={() => setReady(true)}
    />
  );
}
