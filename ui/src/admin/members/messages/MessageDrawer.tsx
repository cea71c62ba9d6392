import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatExactTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Note } from "../../../kit/screen/Paper";
import text from "../../../kit/styles/text.module.css";
import css from "../../admin.module.css";
import { Drawer } from "../../kit/AdminDialog";
import { useErrorText } from "../../kit/errorText";
import { adminPaths, recordPath } from "../../paths";
import { useMay } from "../../session";
import { KeptText } from "./KeptText";
import {
  isRepeatable,
  type Message,
  messagesChanged,
  reasonOf,
  retry,
  shownState,
  summaryQuery,
} from "./messages";
import { useAdvice, useKindName } from "./words";

/** One message: delivery state, advice and a retry. Owners also see the text if it was kept on the server. */
export function MessageDrawer({ message, onClose }: { message: Message; onClose(): void }) {
  const { t } = useTranslation("adminMessages");
  const language = useLanguage();
  const kindName = useKindName();
  const advice = useAdvice();
  const say = useErrorText();
  const mayRetry = useMay("suspend");
  const mayReadMembers = useMay("readMembers");
  const isOwner = useMay("own");
  const mayReadText = useQuery(summaryQuery()).data?.keptReadable === true && isOwner;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const { word, said } = reasonOf(message);
  const again = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await retry(message._id);
      void messagesChanged();
      showToast(t("retried"));
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  const moment = (at: string | undefined) => at && formatExactTime(at, language);
  const facts: readonly [string, string | undefined][] = [
    [t("channel"), t(`channels.${message.channel}`)],
    [t("to"), message.to],
    [t("state"), t(`states.${shownState(message)}`)],
    [t("attempts"), String(message.attempts)],
    [t("created"), moment(message.created)],
    [t("due"), message.state === "waiting" ? moment(message.due) : undefined],
    [t("finished"), moment(message.finished)],
    [t("said"), said],
    [t("id"), message._id],
  ];
  return (
    <Drawer title={kindName(message.kind)} line={t(`channels.${message.channel}`)} onClose={onClose}>
      {word && advice(word) && (
        <Note tone={message.state === "dead" ? "plum" : "pollen"}>{advice(word)}</Note>
      )}
      {message.kept && <Note tone="pollen">{t("kept.note")}</Note>}
      <dl className={css.facts}>
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        {message.memberId && mayReadMembers && (
          <div>
            <dt>{t("member")}</dt>
            <dd>
              <Link className={text.link} to={recordPath(adminPaths.members, message.memberId)}>
                {t("openMember")}
              </Link>
            </dd>
          </div>
        )}
      </dl>
      {message.kept && mayReadText && <KeptText id={message._id} />}
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
      {mayRetry && isRepeatable(message) && (
        <Button small busy={busy && t("retrying")} onClick={() => void again()}>
          {t("retry")}
        </Button>
      )}
    </Drawer>
  );
}
