import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Check } from "../../components/Choice";
import { Field } from "../../components/Field";
import { Note } from "../../components/Paper";
import { showToast } from "../../components/Toaster";
import { useForm } from "../../components/useForm";
import { FormDialog } from "../components/DeskDialog";
import { fieldTroubles, useTrouble } from "../components/trouble";
import css from "../settings/Settings.module.css";
import { addWebhook, changeWebhook, EVENTS, type Webhook, webhooksChanged } from "./webhooks";
import { useEventName } from "./words";

interface WebhookFormProps {
  /** The one to change; without it another is added. */
  webhook?: Webhook;
  onSecret?(secret: string): void;
  onClose(): void;
}

/** Where to call, and of what. */
export function WebhookForm({ webhook, onSecret, onClose }: WebhookFormProps) {
  const { t } = useTranslation("deskWebhooks");
  const say = useTrouble();
  const eventName = useEventName();
  const [error, setError] = useState<unknown>();
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? []);
  const [active, setActive] = useState(webhook?.active ?? true);
  const form = useForm<{ url: string; description: string }, "urlRequired">({
    initial: { url: webhook?.url ?? "", description: webhook?.description ?? "" },
    check: ({ url }) => (url.trim() ? {} : { url: "urlRequired" }),
    submit: async ({ url, description }) => {
      setError(undefined);
      const wanted = { url: url.trim(), description: description.trim(), events: [...events], active };
      try {
        if (webhook) {
          await changeWebhook(webhook._id, wanted);
          showToast(t("changed"));
        } else {
          const { secret } = await addWebhook(wanted);
          onSecret?.(secret);
        }
        void webhooksChanged();
        onClose();
      } catch (failure) {
        setError(failure);
      }
    },
  });
  const refused = fieldTroubles(error);
  const toggle = (name: string, on: boolean) =>
    setEvents(EVENTS.filter((one) => (one === name ? on : events.includes(one))));
  return (
    <FormDialog
      title={t(webhook ? "change" : "add")}
      submit={t(webhook ? "save" : "add")}
      busy={form.busy && t("saving")}
      onClose={onClose}
      onSubmit={form.onSubmit}
    >
      <Field
        {...form.field("url")}
        label={t("url")}
        hint={t("urlHint")}
        autoComplete="off"
        maxLength={2000}
        required
        error={form.error("url") ? t("urlRequired") : refused.url}
      />
      <Field
        {...form.field("description")}
        label={t("description")}
        autoComplete="off"
        maxLength={200}
        error={refused.description}
      />
      <fieldset className={css.group}>
        <legend>{t("events")}</legend>
        <p>{t("eventsHint")}</p>
        {EVENTS.map((name) => (
          <Check
            key={name}
            wide
            name={name}
            checked={events.includes(name)}
            onChange={(on) => toggle(name, on)}
          >
            {eventName(name)}
          </Check>
        ))}
      </fieldset>
      <Check wide name="active" checked={active} onChange={setActive}>
        {t("call")}
      </Check>
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}
