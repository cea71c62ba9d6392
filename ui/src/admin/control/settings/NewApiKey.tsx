import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { useForm } from "../../../kit/form/useForm";
import { Note } from "../../../kit/screen/Paper";
import { outletsQuery } from "../../catalogue/outlets/outlets";
import { FormDialog } from "../../kit/AdminDialog";
import type { Partner } from "../../kit/editor/kinds";
import { fieldErrors, useErrorText, waitsForApproval } from "../../kit/errorText";
import { Select } from "../../kit/Inputs";
import { ApiKeyFields } from "./ApiKeyFields";
import { type KeyValues, keysChanged, makeKey, SCOPES, type Scope, termsOf } from "./apiKeys";
import { SecretShown } from "./SecretShown";

const LIVES = ["30", "90", "180", "365"] as const;

/** Creates an API key and shows it once. */
export function NewApiKey({ partners, onClose }: { partners: readonly Partner[]; onClose(): void }) {
  const { t } = useTranslation("adminSettings");
  const language = useLanguage();
  const say = useErrorText();
  const [key, setKey] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [scopes, setScopes] = useState<readonly Scope[]>(SCOPES);
  const form = useForm<KeyValues, "nameRequired" | "partnerRequired">({
    initial: {
      name: "",
      partnerId: partners[0]?._id ?? "",
      outletId: "",
      networks: "",
      dailyCap: "",
      days: "365",
    },
    check: ({ name, partnerId }) => ({
      ...(name.trim() ? {} : { name: "nameRequired" }),
      ...(partnerId ? {} : { partnerId: "partnerRequired" }),
    }),
    submit: async (values) => {
      setError(undefined);
      try {
        const made = await makeKey(values, termsOf(values, scopes), Number(values.days));
        setKey(made.key);
        void keysChanged();
      } catch (failure) {
        setError(failure);
      }
    },
  });
  const { partnerId } = form.values;
  const outlets = useQuery({ ...outletsQuery(partnerId), enabled: partnerId !== "" });
  if (key) return <SecretShown title={t("keys.made")} secret={key} note={t("keys.once")} onClose={onClose} />;
  const refused = fieldErrors(error);
  const wrong = (name: keyof KeyValues) => {
    const own = form.error(name);
    return own ? t(`keys.${own}`) : refused[name];
  };
  return (
    <FormDialog
      title={t("keys.make")}
      submit={t("keys.make")}
      busy={form.busy && t("keys.making")}
      onClose={onClose}
      onSubmit={form.onSubmit}
    >
      <p>{t("keys.text")}</p>
      <Select
        name="partnerId"
        label={t("keys.partner")}
        value={partnerId}
        required
        error={wrong("partnerId")}
        options={partners.map(({ _id, name }) => ({ value: _id, label: localized(name, language) }))}
        onChange={(chosen) => {
          form.set("partnerId", chosen);
          form.set("outletId", "");
        }}
      />
      <Select
        name="outletId"
        label={t("keys.outlet")}
        hint={t("keys.outletHint")}
        value={form.values.outletId}
        error={wrong("outletId") ?? (outlets.isError ? t("keys.outletsFailed") : undefined)}
        options={[
          { value: "", label: t("keys.allOutlets") },
          ...(outlets.data ?? []).map(({ _id, name }) => ({ value: _id, label: localized(name, language) })),
        ]}
        onChange={(outlet) => form.set("outletId", outlet)}
      />
      <ApiKeyFields
        field={form.field}
        error={(name) => (name === "scopes" ? refused.scopes : wrong(name))}
        scopes={scopes}
        onScopes={setScopes}
      />
      <Select
        name="days"
        label={t("keys.life")}
        value={form.values.days}
        options={LIVES.map((value) => ({ value, label: t("keys.days", { count: Number(value) }) }))}
        onChange={(days) => form.set("days", days)}
      />
      {error !== undefined && (
        <Note tone={waitsForApproval(error) ? "pollen" : "plum"}>
          {waitsForApproval(error) ? t("keys.waits") : say(error)}
        </Note>
      )}
    </FormDialog>
  );
}
