import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/Button";
import { Field } from "../../components/Field";
import { Note } from "../../components/Paper";
import { useForm } from "../../components/useForm";
import { localized, useLanguage } from "../../i18n/language";
import { CopyButton } from "../components/CopyButton";
import { DeskDialog, FormDialog } from "../components/DeskDialog";
import { Select } from "../components/Inputs";
import { useTrouble } from "../components/trouble";
import type { Partner } from "../content/kinds";
import { keysChanged, makeKey } from "./keys";
import css from "./Settings.module.css";

/** Makes a key and shows it, once. */
export function NewKey({ partners, onClose }: { partners: readonly Partner[]; onClose(): void }) {
  const { t } = useTranslation("deskSettings");
  const language = useLanguage();
  const say = useTrouble();
  const [key, setKey] = useState<string>();
  const [error, setError] = useState<unknown>();
  const form = useForm<{ name: string; partnerId: string }, "required">({
    initial: { name: "", partnerId: partners[0]?._id ?? "" },
    check: ({ name, partnerId }) => ({
      ...(name.trim() ? {} : { name: "required" }),
      ...(partnerId ? {} : { partnerId: "required" }),
    }),
    submit: async ({ name, partnerId }) => {
      setError(undefined);
      try {
        const made = await makeKey(name.trim(), partnerId);
        setKey(made.key);
        void keysChanged();
      } catch (failure) {
        setError(failure);
      }
    },
  });
  if (key) {
    return (
      <DeskDialog
        title={t("keys.made")}
        onClose={onClose}
        actions={
          <>
            <CopyButton text={key} label={t("keys.copy")} />
            <Button small onClick={onClose}>
              {t("keys.kept")}
            </Button>
          </>
        }
      >
        <p className={css.key}>{key}</p>
        <Note tone="pollen">{t("keys.once")}</Note>
      </DeskDialog>
    );
  }
  return (
    <FormDialog
      title={t("keys.make")}
      submit={t("keys.make")}
      busy={form.busy && t("keys.making")}
      onClose={onClose}
      onSubmit={form.onSubmit}
    >
      <p>{t("keys.text")}</p>
      <Field
        {...form.field("name")}
        label={t("keys.name")}
        hint={t("keys.nameHint")}
        maxLength={60}
        autoComplete="off"
        required
        error={form.error("name") && t("keys.nameRequired")}
      />
      <Select
        name="partnerId"
        label={t("keys.partner")}
        value={form.values.partnerId}
        required
        error={form.error("partnerId") && t("keys.partnerRequired")}
        options={partners.map(({ _id, name }) => ({ value: _id, label: localized(name, language) }))}
        onChange={(partnerId) => form.set("partnerId", partnerId)}
      />
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}
