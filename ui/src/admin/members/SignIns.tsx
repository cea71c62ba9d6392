import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import { showToast } from "../../kit/dialog/Toaster";
import { LooseKey } from "../../kit/loading/EmptyWork";
import css from "../admin.module.css";
import { ActionDialog } from "../kit/ActionDialog";
import { Table } from "../kit/DataTable";
import { NothingYet } from "../kit/NothingYet";
import { useMay } from "../session";
import own from "./Members.module.css";
import { endSession, endSessions, type MemberPage, memberChanged } from "./members";
import { fullName } from "./names";

type Session = MemberPage["sessions"][number];

/** The member's sessions and passkeys. */
export function SignIns({ page }: { page: MemberPage }) {
  const { t } = useTranslation("adminMember");
  const language = useLanguage();
  const mayEnd = useMay("suspend");
  const [ending, setEnding] = useState<Session | "all">();
  const place = ({ device, kind }: Session) =>
    device ?? t(`signIns.kinds.${kind === "api" ? "api" : "browser"}`);
  return (
    <>
      <div className={css.panelHead}>
        <h2>{t("signIns.sessions")}</h2>
        {mayEnd && page.sessions.length > 0 && (
          <Button kind="quiet" small onClick={() => setEnding("all")}>
            {t("signIns.endAll")}
          </Button>
        )}
      </div>
      {page.sessions.length === 0 ? (
        <NothingYet picture={<LooseKey />}>{t("signIns.none")}</NothingYet>
      ) : (
        <Table
          label={t("signIns.sessions")}
          rows={page.sessions}
          rowKey={({ _id }) => _id}
          columns={[
            {
              key: "device",
              head: t("signIns.device"),
              cell: place,
              names: true,
            },
            {
              key: "started",
              head: t("signIns.started"),
              soft: true,
              from: "medium",
              cell: ({ started }) => formatDateTime(started, language),
            },
            {
              key: "seen",
              head: t("signIns.seen"),
              soft: true,
              from: "small",
              below: ({ lastSeen }) => formatDateTime(lastSeen, language),
              cell: ({ lastSeen }) => formatDateTime(lastSeen, language),
            },
            {
              key: "end",
              head: t("signIns.end"),
              hidden: true,
              end: true,
              cell: (session) =>
                mayEnd && (
                  <Button kind="text" small onClick={() => setEnding(session)}>
                    {t("signIns.end")}
                  </Button>
                ),
            },
          ]}
        />
      )}
      <div className={`${css.panelHead} ${own.next}`}>
        <h2>{t("signIns.passkeys")}</h2>
      </div>
      {page.passkeys.length === 0 ? (
        <NothingYet picture={<LooseKey />}>{t("signIns.noPasskeys")}</NothingYet>
      ) : (
        <Table
          label={t("signIns.passkeys")}
          rows={page.passkeys}
          rowKey={({ _id }) => _id}
          columns={[
            { key: "name", head: t("signIns.device"), cell: ({ name }) => name },
            {
              key: "created",
              head: t("signIns.added"),
              soft: true,
              from: "small",
              cell: ({ created }) => formatDateTime(created, language),
            },
            {
              key: "used",
              head: t("signIns.used"),
              soft: true,
              cell: ({ lastUsed }) => (lastUsed ? formatDateTime(lastUsed, language) : "–"),
            },
          ]}
        />
      )}
      {ending && (
        <ActionDialog
          title={
            ending === "all"
              ? t("signIns.endAllTitle", { name: fullName(page.member) })
              : t("signIns.endTitle", { device: place(ending) })
          }
          submit={t(ending === "all" ? "signIns.endAll" : "signIns.end")}
          busy={t("busy")}
          onClose={() => setEnding(undefined)}
          act={async () => {
            if (ending === "all") await endSessions(page.member._id);
            else await endSession(page.member._id, ending._id);
            memberChanged();
            showToast(t("signIns.ended"));
            setEnding(undefined);
          }}
        >
          <p>{t("signIns.endText")}</p>
        </ActionDialog>
      )}
    </>
  );
}
