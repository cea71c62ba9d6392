import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../kit/dialog/Toaster";
import { useForm } from "../../kit/form/useForm";
import { Note } from "../../kit/screen/Paper";
import { FormDialog } from "../kit/AdminDialog";
import { fieldErrors, useErrorText } from "../kit/errorText";
import { ReasonField } from "../kit/ReasonField";
import { type AdminMember, memberChanged, rename } from "./members";
import { NameFields } from "./NameFields";
import { fullName, missingNames } from "./names";

/** Corrects a member's name, because members with only a card cannot do so themselves. */
export function RenameDialog({ member, onClose }: { member: AdminMember; onClose(): void }) {
  const { t } = useTranslation("adminMember");
  const say = useErrorText();
  const [error, setError] = useState<unknown>();
  const refused = fieldErrors(error);
  const form = useForm<Record<"firstName" | "lastName" | "reason", string>, "required">({
    initial: { lastName: member.lastName, firstName: member.firstName, reason: "" },
    check: ({ reason, ...names }) => ({
      ...missingNames(names),
      ...(reason.trim() ? {} : { reason: "required" }),
    }),
    submit: async ({ firstName, lastName, reason }) => {
      setError(undefined);
      try {
        const body = { firstName: firstName.trim(), lastName: lastName.trim(), reason: reason.trim() };
        const renamed = await rename(member._id, body);
        memberChanged();
        onClose();
        showToast(t("rename.done", { name: fullName(renamed) }));
      } catch (failure) {
        setError(failure);
      }
    },
  });
  return (
    <FormDialog
      title={t("rename.title", { name: fullName(member) })}
      submit={t("rename.submit")}
      busy={form.busy && t("busy")}
      onClose={onClose}
      onSubmit={form.onSubmit}
    >
      <p>{t("rename.text")}</p>
      <NameFields form={form} refused={refused} />
      <ReasonField {...form.field("reason")} hint={t("kept")} missing={form.error("reason") !== undefined} />
      {error !== undefined && Object.keys(refused).length === 0 && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}
