import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../../kit/dialog/Toaster";
import { Field } from "../../../kit/form/Field";
import { useForm } from "../../../kit/form/useForm";
import { isEmail } from "../../../kit/form/validation";
import { Note } from "../../../kit/screen/Paper";
import { FormDialog } from "../../kit/AdminDialog";
import { fieldErrors, tellApprovalNeeded, useErrorText } from "../../kit/errorText";
import type { Role } from "../../roles";
import { LinkShown } from "./LinkShown";
import { RoleFields } from "./RoleFields";
import { invite, staffChanged } from "./staff";

type Values = { name: string; email: string; role: Role; partnerId: string };

/** Invites a colleague: the link is sent by e-mail and shown once. */
export function InviteDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation("adminSettings");
  const { t: common } = useTranslation("admin");
  const say = useErrorText();
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
      try {
        const made = await invite({
          name: name.trim(),
          email: email.trim(),
          role,
          ...(role === "merchant" ? { partnerId } : {}),
        });
        void staffChanged();
        if (made.invitation.link) return setLink(made.invitation.link);
        showToast(t("staff.sent"));
        onClose();
      } catch (failure) {
        if (tellApprovalNeeded(failure)) onClose();
        else setError(failure);
      }
    },
  });
  if (link) return <LinkShown link={link} onClose={onClose} />;
  const refused = fieldErrors(error);
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
      <RoleFields
        role={form.values.role}
        partnerId={form.values.partnerId}
        error={missing("partnerId")}
        onRole={(role) => form.set("role", role)}
        onPartner={(id) => form.set("partnerId", id)}
      />
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}
