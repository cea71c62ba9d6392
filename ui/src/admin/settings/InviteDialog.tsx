import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "../../components/Field";
import { Note } from "../../components/Paper";
import { isEmail } from "../../components/rules";
import { useForm } from "../../components/useForm";
import { localized, useLanguage } from "../../i18n/language";
import { FormDialog } from "../components/DeskDialog";
import { Select } from "../components/Inputs";
import { fieldTroubles, tellWaiting, useTrouble } from "../components/trouble";
import { allOf, partners } from "../content/kinds";
import type { Role } from "../roles";
import { LinkShown } from "./LinkShown";
import { invite, staffChanged } from "./staff";

const ROLES: readonly Role[] = ["operator", "editor", "support", "finance", "auditor", "merchant", "owner"];
type Values = { name: string; email: string; role: string; partnerId: string };

/** Asks somebody in: the link goes to them by e-mail, and is shown once. */
export function InviteDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation("deskSettings");
  const { t: common } = useTranslation("desk");
  const language = useLanguage();
  const say = useTrouble();
  const shops = useQuery(allOf(partners)).data ?? [];
  const [link, setLink] = useState<string>();
  const [error, setError] = useState<unknown>();
  const form = useForm<Values, "email" | "required">({
    initial: { name: "", email: "", role: "operator", partnerId: "" },
    check: ({ name, email, role, partnerId }) => ({
      ...(name.trim() ? {} : { name: "required" }),
      ...(isEmail(email) ? {} : { email: "email" }),
      ...(role === "merchant" && !partnerId ? { partnerId: "required" } : {}),
    }),
    submit: async ({ name, email, role, partnerId }) => {
      setError(undefined);
      const chosen = ROLES.find((one) => one === role) ?? "operator";
      try {
        const made = await invite({
          name: name.trim(),
          email: email.trim(),
          role: chosen,
          ...(chosen === "merchant" ? { partnerId } : {}),
        });
        setLink(made.invitation.link);
        void staffChanged();
      } catch (failure) {
        if (tellWaiting(failure)) onClose();
        else setError(failure);
      }
    },
  });
  if (link) return <LinkShown link={link} onClose={onClose} />;
  const refused = fieldTroubles(error);
  const missing = (name: keyof Values) => (form.error(name) ? common("errors.required") : refused[name]);
  return (
    <FormDialog
      title={t("staff.invite")}
      submit={t("staff.send")}
      busy={form.busy && t("staff.sending")}
      onClose={onClose}
      onSubmit={form.onSubmit}
    >
      <Field
        {...form.field("name")}
        label={t("staff.name")}
        autoComplete="off"
        maxLength={100}
        required
        error={missing("name")}
      />
      <Field
        {...form.field("email")}
        label={t("staff.email")}
        type="email"
        autoComplete="off"
        required
        error={form.error("email") ? t("staff.emailRequired") : refused.email}
      />
      <Select
        name="role"
        label={t("staff.role")}
        value={form.values.role}
        options={ROLES.map((value) => ({ value, label: common(`roles.${value}`) }))}
        onChange={(role) => form.set("role", role)}
      />
      {form.values.role === "merchant" && (
        <Select
          name="partnerId"
          label={t("keys.partner")}
          value={form.values.partnerId}
          required
          error={missing("partnerId")}
          options={[
            { value: "", label: "–" },
            ...shops.map(({ _id, name }) => ({ value: _id, label: localized(name, language) })),
          ]}
          onChange={(partnerId) => form.set("partnerId", partnerId)}
        />
      )}
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}
