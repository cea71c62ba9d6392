import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../kit/buttons/Button";
import { PlusIcon } from "../../../kit/icons/icons-admin";
import { EmptyBell } from "../../../kit/loading/EmptyPictures";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { type Column, DataTable } from "../../kit/DataTable";
import { CsvLink } from "../../kit/FileLink";
import { ImportButton } from "../../kit/import/ImportButton";
import { useLocalPages } from "../../kit/pages";
import { useMay } from "../../session";
import { SecretShown } from "../settings/SecretShown";
import { WebhookDrawer } from "./WebhookDrawer";
import { WebhookForm } from "./WebhookForm";
import { hostOf, type Webhook, webhooksImport, webhooksQuery } from "./webhooks";

/** The list of webhooks: URLs of other systems that are called on events. */
export function Webhooks() {
  const { t } = useTranslation("adminWebhooks");
  const webhooks = useQuery(webhooksQuery());
  const mayWrite = useMay("own");
  const [adding, setAdding] = useState(false);
  const [open, setOpen] = useState<string>();
  const [secret, setSecret] = useState<string>();
  const shown = webhooks.data?.find(({ _id }) => _id === open);
  const columns: Column<Webhook>[] = [
    {
      key: "url",
      head: t("url"),
      by: ({ description, url }) => description || hostOf(url),
      cell: (row) => (
        <>
          <button type="button" className={css.open} onClick={() => setOpen(row._id)}>
            {row.description || hostOf(row.url)}
          </button>
          <span className={css.two}>{row.url}</span>
        </>
      ),
    },
    {
      key: "events",
      head: t("events"),
      soft: true,
      from: "medium",
      // An empty list of events means all events.
      by: ({ events }) => events.length || Number.MAX_SAFE_INTEGER,
      cell: ({ events }) =>
        events.length === 0 ? t("allEvents") : t("someEvents", { count: events.length }),
    },
    {
      key: "active",
      head: t("state"),
      by: ({ active }) => t(active ? "active" : "inactive"),
      cell: ({ active }) => (
        <Badge tone={active ? "leaf" : "plain"}>{t(active ? "active" : "inactive")}</Badge>
      ),
    },
  ];
  const pages = useLocalPages("webhooks", webhooks, { columns });
  return (
    <section className={`${css.panel} ${css.list}`}>
      <div className={css.panelHead}>
        <h2>{t("title")}</h2>
        <CsvLink path="/api/admin/webhooks" of={t("title")} />
        {mayWrite && (
          <>
            <ImportButton list={webhooksImport} name={t("title")} />
            <Button small icon={<PlusIcon size={20} />} onClick={() => setAdding(true)}>
              {t("add")}
            </Button>
          </>
        )}
      </div>
      <DataTable
        label={t("title")}
        pages={pages}
        rowKey={({ _id }) => _id}
        chosen={({ _id }) => _id === open}
        failed={t("failed")}
        empty={{ picture: <EmptyBell />, title: t("empty.title"), text: t("empty.text") }}
        columns={columns}
      />
      {adding && <WebhookForm onSecret={setSecret} onClose={() => setAdding(false)} />}
      {shown && (
        <WebhookDrawer
          key={shown._id}
          webhook={shown}
          onSecret={setSecret}
          onClose={() => setOpen(undefined)}
        />
      )}
      {secret && (
        <SecretShown
          title={t("secret.title")}
          secret={secret}
          note={t("secret.once")}
          onClose={() => setSecret(undefined)}
        />
      )}
    </section>
  );
}
