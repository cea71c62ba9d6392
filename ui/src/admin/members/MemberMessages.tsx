import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../api/call";
import { formatDateTime } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import { showToast } from "../../kit/dialog/Toaster";
import { EmptyBell } from "../../kit/loading/EmptyPictures";
import { Badge } from "../../kit/screen/Paper";
import css from "../admin.module.css";
import { ActionDialog } from "../kit/ActionDialog";
import { DataTable } from "../kit/DataTable";
import { usePages } from "../kit/pages";
import { useMay } from "../session";
import own from "./Members.module.css";
import { type MemberPage, type Message, memberChanged, retryMessage } from "./members";
import { useKindName } from "./messages/words";

const TONES = { waiting: "pollen", sent: "leaf", dead: "plum" } as const;

/** Messages to the member with their delivery state, and the member's inbox. */
export function MemberMessages({ page }: { page: MemberPage }) {
  const { t } = useTranslation("adminMember");
  const language = useLanguage();
  return (
    <>
      <div className={css.panelHead}>
        <h2>{t("messages.sent")}</h2>
      </div>
      <p className={`${css.soft} ${own.above}`}>{t("messages.sentText")}</p>
      <Sent id={page.member._id} />
      <div className={`${css.panelHead} ${own.next}`}>
        <h2>{t("messages.inbox")}</h2>
      </div>
      {page.messages.length === 0 ? (
        <p className={css.soft}>{t("messages.inboxEmpty")}</p>
      ) : (
        <ul className={css.rows}>
          {page.messages.map(({ _id, title, body, created, read }) => (
            <li key={_id}>
              <b className={css.strong}>{localized(title, language)}</b>
              <p>{localized(body, language)}</p>
              <span className={css.two}>
                {formatDateTime(created, language)} · {t(read ? "messages.read" : "messages.unread")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Sent({ id }: { id: string }) {
  const { t } = useTranslation("adminMember");
  const language = useLanguage();
  const mayRetry = useMay("suspend");
  const kindName = useKindName();
  const [asking, setAsking] = useState<Message>();
  const pages = usePages<Message>(["messages", "of", id], (page, told) =>
    call("get", "/api/admin/messages", { query: { ...page, memberId: id }, ...told }),
  );
  return (
    <>
      <DataTable
        label={t("messages.sent")}
        pages={pages}
        rowKey={({ _id }) => _id}
        failed={t("messages.failed")}
        empty={{ picture: <EmptyBell />, title: t("messages.empty"), text: t("messages.emptyText") }}
        columns={[
          {
            key: "what",
            head: t("messages.what"),
            cell: ({ kind, channel, to, reason }) => (
              <>
                {t(`messages.channels.${channel}`)} · {to}
                <span className={css.two}>{[kindName(kind), reason].filter(Boolean).join(" · ")}</span>
              </>
            ),
          },
          {
            key: "when",
            head: t("messages.when"),
            soft: true,
            from: "medium",
            cell: ({ created }) => formatDateTime(created, language),
          },
          {
            key: "state",
            head: t("bought.state"),
            cell: ({ state }) => (
              <Badge tone={TONES[state]} dot={false}>
                {t(`messages.states.${state}`)}
              </Badge>
            ),
          },
          {
            key: "again",
            head: t("messages.again"),
            hidden: true,
            end: true,
            cell: (row) =>
              mayRetry &&
              row.state === "dead" && (
                <Button kind="text" small onClick={() => setAsking(row)}>
                  {t("messages.again")}
                </Button>
              ),
          },
        ]}
      />
      {asking && (
        <ActionDialog
          title={t("messages.againTitle")}
          submit={t("messages.again")}
          busy={t("busy")}
          onClose={() => setAsking(undefined)}
          act={async () => {
            await retryMessage(asking._id);
            memberChanged();
            showToast(t("messages.againDone"));
            setAsking(undefined);
          }}
        >
          <p>{t("messages.againText", { to: asking.to })}</p>
        </ActionDialog>
      )}
    </>
  );
}
