import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { LANGUAGES, type Language } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { CheckIcon, WarnIcon } from "../../../kit/icons/icons-basic";
import { MailIcon } from "../../../kit/icons/icons-member";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { useErrorText } from "../../kit/errorText";
import { useAction } from "../../kit/useAction";
import type { AnnouncementInput } from "./announcements";
import { sendTest, useAudience } from "./audience";
import own from "./Preview.module.css";

interface ReadyProps {
  draft: AnnouncementInput;
  /** The language of the test. */
  language: Language;
  complete(language: Language): boolean;
}

/** The checklist before an announcement goes out, and a button that sends a test to the signed-in person. */
export function Ready({ draft, language, complete }: ReadyProps) {
  const { t } = useTranslation("adminAnnouncements");
  const { t: common } = useTranslation("admin");
  const say = useErrorText();
  const { busy, error, run } = useAction();
  const [sent, setSent] = useState<string>();
  const readers = useAudience(draft).data?.languages ?? [];
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("ready.title")}</h2>
      </div>
      <ul className={own.ready}>
        {LANGUAGES.map((one) => {
          const members = readers.find((reader) => reader.language === one)?.members ?? 0;
          const done = complete(one);
          return (
            <li key={one} className={done ? own.done : own.open}>
              {done ? <CheckIcon size={18} /> : <WarnIcon size={18} />}
              <span>
                {t(done ? "ready.text" : "ready.noText", { language: common(`languages.${one}`) })}{" "}
                {t("ready.readers", { count: members, members: formatPoints(members) })}
              </span>
            </li>
          );
        })}
        <li className={sent ? own.done : own.open}>
          {sent ? <CheckIcon size={18} /> : <WarnIcon size={18} />}
          <span role="status">{sent ? t("ready.tested", { to: sent }) : t("ready.untested")}</span>
        </li>
      </ul>
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
      <Button
        kind="quiet"
        small
        block
        icon={<MailIcon size={20} />}
        busy={busy && t("ready.sending")}
        onClick={() => void run(async () => setSent((await sendTest(draft, language)).to))}
      >
        {t("ready.test")}
      </Button>
    </section>
  );
}
