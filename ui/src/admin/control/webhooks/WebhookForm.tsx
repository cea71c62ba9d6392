import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../../kit/dialog/Toaster";
import { Check } from "../../../kit/form/Choice";
import { Field } from "../../../kit/form/Field";
import { EditDialog } from "../../kit/editor/EditDialog";
import type { Tagged } from "../../kit/editor/kinds";
import { useEditor } from "../../kit/editor/useEditor";
import css from "../settings/Settings.module.css";
import { EVENTS, type WebhookForm as Form, type Webhook, webhooks } from "./webhooks";
import { useEventName } from "./words";

interface WebhookFormProps {
  /** The webhook to edit; absent for a new one. */
  saved?: Tagged<Webhook>;
  onSecret?(secret: string): void;
  onClose(): void;
}

/** The URL of a webhook, and its events. */
export function WebhookForm({ saved, onSecret, onClose }: WebhookFormProps) {
  const { t } = useTranslation("adminWebhooks");
  const eventName = useEventName();
  const [tried, setTried] = useState(false);
  const editor = useEditor<Webhook, Form>({
    kind: webhooks(onSecret),
    saved,
    form: (webhook) => ({
      url: webhook?.url ?? "",
      description: webhook?.description ?? "",
      events: Object.fromEntries(EVENTS.map((name) => [name, webhook?.events?.includes(name) ?? false])),
      active: webhook?.active ?? true,
    }),
    tidy: (form) => form,
    onSaved: (_, isNew) => {
      if (!isNew) showToast(t("changed"));
      onClose();
    },
    passing: true,
  });
  const { url, description, events, active } = editor.draft;
  const label = (key: string) => {
    const event = EVENTS.find((name) => key === `events.${name}`);
    if (event) return eventName(event);
    if (key === "active") return t("call");
    return t(key === "description" ? key : "url");
  };
  return (
    <EditDialog
      title={t(saved ? "change" : "add")}
      submit={t(saved ? "save" : "add")}
      busy={t("saving")}
      editor={editor}
      label={label}
      check={() => {
        setTried(true);
        return url.trim() !== "";
      }}
      onClose={onClose}
    >
      <Field
        name="url"
        label={t("url")}
        hint={t("urlHint")}
        value={url}
        autoComplete="off"
        maxLength={2000}
        required
        error={tried && !url.trim() ? t("urlRequired") : editor.troubles.url}
        onChange={(typed) => editor.set({ url: typed })}
      />
      <Field
        name="description"
        label={t("description")}
        value={description}
        autoComplete="off"
        maxLength={200}
        error={editor.troubles.description}
        onChange={(typed) => editor.set({ description: typed })}
      />
      <fieldset className={css.group}>
        <legend>{t("events")}</legend>
        <p>{t("eventsHint")}</p>
        {EVENTS.map((name) => (
          <Check
            key={name}
            wide
            name={name}
            checked={events[name] ?? false}
            onChange={(on) => editor.set({ events: { ...events, [name]: on } })}
          >
            {eventName(name)}
          </Check>
        ))}
      </fieldset>
      <Check wide name="active" checked={active} onChange={(on) => editor.set({ active: on })}>
        {t("call")}
      </Check>
    </EditDialog>
  );
}
