import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import { formatDateTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { EmptyBell } from "../../../kit/loading/EmptyPictures";
import { Badge, Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { ActionDialog } from "../../kit/ActionDialog";
import { Drawer } from "../../kit/AdminDialog";
import { DataTable } from "../../kit/DataTable";
import { Opened } from "../../kit/editor/EditDialog";
import { useErrorText } from "../../kit/errorText";
import { CsvLink } from "../../kit/FileLink";
import { usePages } from "../../kit/pages";
import { useMay } from "../../session";
import { WebhookForm } from "./WebhookForm";
import {
  type Delivery,
  hostOf,
  removeWebhook,
  renewSecret,
  replay,
  sendTest,
  type Webhook,
  webhookGone,
  webhooks,
  webhooksChanged,
} from "./webhooks";
import { useEventName, useReason } from "./words";

const TONES = { waiting: "harbour", sent: "leaf", dead: "plum" } as const;
const isState = (state: string): state is keyof typeof TONES => state in TONES;

interface WebhookDrawerProps {
  webhook: Webhook;
  onSecret(secret: string): void;
  onClose(): void;
}

/** One webhook: its deliveries, and the actions on it. */
export function WebhookDrawer({ webhook, onSecret, onClose }: WebhookDrawerProps) {
  const { t } = useTranslation("adminWebhooks");
  const language = useLanguage();
  const say = useErrorText();
  const mayWrite = useMay("own");
  const [doing, setDoing] = useState<"change" | "renew" | "remove">();
  const [error, setError] = useState<unknown>();
  const { _id: id, url, description, previousSecretUntil } = webhook;
  const done = () => setDoing(undefined);
  const act = (work: Promise<unknown>, said: string) => {
    setError(undefined);
    work.then(() => {
      showToast(said);
      void webhooksChanged();
    }, setError);
  };
  return (
    <Drawer
      title={description || hostOf(url)}
      line={<span className={css.two}>{url}</span>}
      onClose={onClose}
    >
      {previousSecretUntil && (
        <Note>{t("secret.both", { moment: formatDateTime(previousSecretUntil, language) })}</Note>
      )}
      {mayWrite && (
        <div className={css.stack}>
          <Button kind="quiet" small block onClick={() => setDoing("change")}>
            {t("change")}
          </Button>
          <Button kind="quiet" small block onClick={() => act(sendTest(id), t("tested"))}>
            {t("test")}
          </Button>
          <Button kind="quiet" small block onClick={() => setDoing("renew")}>
            {t("secret.renew")}
          </Button>
          <Button kind="refuse" small block onClick={() => setDoing("remove")}>
            {t("remove")}
          </Button>
        </div>
      )}
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
      <Deliveries id={id} onReplay={(eventId) => act(replay(id, eventId), t("replayed"))} />
      {doing === "change" && (
        <Opened kind={webhooks()} id={id} title={t("change")} onClose={done}>
          {(saved) => <WebhookForm saved={saved} onClose={done} />}
        </Opened>
      )}
      {doing === "renew" && (
        <ActionDialog
          title={t("secret.renew")}
          submit={t("secret.renew")}
          busy={t("saving")}
          onClose={done}
          act={async () => {
            const { secret } = await renewSecret(id);
            void webhooksChanged();
            done();
            onSecret(secret);
          }}
        >
          <p>{t("secret.renewText")}</p>
        </ActionDialog>
      )}
      {doing === "remove" && (
        <ActionDialog
          title={t("remove")}
          submit={t("remove")}
          busy={t("saving")}
          onClose={done}
          act={async () => {
            await removeWebhook(id);
            void webhookGone();
            onClose();
          }}
        >
          <p>{t("removeText")}</p>
        </ActionDialog>
      )}
    </Drawer>
  );
}

function Deliveries({ id, onReplay }: { id: string; onReplay(eventId: string): void }) {
  const { t } = useTranslation("adminWebhooks");
  const language = useLanguage();
  const eventName = useEventName();
  const reason = useReason();
  const mayWrite = useMay("own");
  const pages = usePages<Delivery>(["webhooks", id, "deliveries"], (query, told) =>
    call("get", "/api/admin/webhooks/{id}/deliveries", { path: { id }, query, ...told }),
  );
  return (
    <>
      <div className={css.panelHead}>
        <h3>{t("deliveries.title")}</h3>
        <CsvLink path={`/api/admin/webhooks/${id}/deliveries`} of={t("deliveries.title")} />
      </div>
      <DataTable
        label={t("deliveries.title")}
        pages={pages}
        rowKey={({ eventId }) => eventId}
        failed={t("failed")}
        empty={{ picture: <EmptyBell />, title: t("deliveries.empty"), text: t("deliveries.emptyText") }}
        columns={[
          {
            key: "event",
            head: t("deliveries.event"),
            cell: (row) => (
              <>
                {eventName(row.event)}
                <span className={css.two}>{formatDateTime(row.created, language)}</span>
              </>
            ),
          },
          {
            key: "state",
            head: t("state"),
            cell: ({ state, status, reason: word }) => (
              <>
                <Badge tone={isState(state) ? TONES[state] : "plain"}>
                  {isState(state) ? t(`states.${state}`) : state}
                </Badge>
                <span className={css.two}>
                  {[status && `HTTP ${status}`, word && reason(word)].filter(Boolean).join(" · ")}
                </span>
              </>
            ),
          },
          {
            key: "replay",
            head: t("replay"),
            hidden: true,
            end: true,
            cell: ({ eventId, state }) =>
              mayWrite &&
              state !== "waiting" && (
                <Button kind="text" small onClick={() => onReplay(eventId)}>
                  {t("replay")}
                </Button>
              ),
          },
        ]}
      />
    </>
  );
}
