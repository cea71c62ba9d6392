import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Badge, Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { Table } from "../../kit/DataTable";
import { useErrorText } from "../../kit/errorText";
import { accountChanged, endOwnSession, type StaffSession, sessionsQuery } from "./account";

/** The user's own sessions, and a way to end them. */
export function OwnSessions() {
  const { t } = useTranslation("adminAccount");
  const language = useLanguage();
  const say = useErrorText();
  const sessions = useQuery(sessionsQuery());
  const [error, setError] = useState<unknown>();
  const end = async ({ _id }: StaffSession) => {
    setError(undefined);
    try {
      await endOwnSession(_id);
      showToast(t("sessions.ended"));
      accountChanged();
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("sessions.title")}</h2>
      </div>
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
      <Loaded of={sessions} failed={t("sessions.failed")} skeleton={<RowSkeleton count={2} />}>
        {(rows) => (
          <Table
            label={t("sessions.title")}
            rows={rows}
            rowKey={({ _id }) => _id}
            columns={[
              {
                key: "agent",
                head: t("sessions.where"),
                cell: ({ device, agent, kind }) => <span title={agent}>{device ?? (agent || kind)}</span>,
                names: true,
              },
              {
                key: "address",
                head: t("sessions.address"),
                soft: true,
                from: "medium",
                cell: ({ address }) => <span className={css.nowrap}>{address}</span>,
              },
              {
                key: "since",
                head: t("sessions.since"),
                soft: true,
                from: "small",
                below: ({ signedIn }) => formatDateTime(signedIn, language),
                cell: ({ signedIn }) => formatDateTime(signedIn, language),
              },
              {
                key: "end",
                head: t("sessions.end"),
                hidden: true,
                end: true,
                cell: (row) =>
                  row.current ? (
                    <Badge tone="leaf">{t("sessions.current")}</Badge>
                  ) : (
                    <Button kind="text" small onClick={() => void end(row)}>
                      {t("sessions.end")}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </section>
  );
}
