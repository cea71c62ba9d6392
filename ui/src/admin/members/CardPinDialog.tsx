import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../kit/dialog/Toaster";
import { Field } from "../../kit/form/Field";
import { useForm } from "../../kit/form/useForm";
import { Note } from "../../kit/screen/Paper";
import { FormDialog } from "../kit/AdminDialog";
import { fieldErrors, useErrorText } from "../kit/errorText";
import { type AdminMember, memberChanged, setCardPin } from "./members";
import { fullName } from "./names";

/** The card holder enters a PIN at the desk: the first one, or a new one if it was forgotten or locked. */
export function CardPinDialog({ member, onClose }: { member: AdminMember; onClose(): void }) {
  const { t } = useTranslation("adminMember");
  const say = useErrorText();
  const [error, setError] = useState<unknown>();
  const refused = fieldErrors(error);
  const form = useForm<{ pin: string }, "required">({
    initial: { pin: "" },
    check: ({ pin }) => (/^\d{4,6}$/.test(pin) ? {} : { pin: "required" }),
    submit: async ({ pin }) => {
      setError(undefined);
      try {
        await setCardPin(member._id, pin);
        memberChanged();
        onClose();
        showToast(t("cardPin.done"));
      } catch (failure) {
        setError(failure);
      }
    },
  });
  return (
    <FormDialog
      title={t("cardPin.title", { name: fullName(member) })}
      submit={t("cardPin.submit")}
      busy={form.busy && t("cardPin.busy")}
      onClose={onClose}
      onSubmit={form.onSubmit}
    >
      <p>{t("cardPin.text")}</p>
      <Field
        {...form.field("pin")}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        label={t("cardPin.pin")}
        hint={t("cardPin.pinHint")}
        maxLength={6}
        clean={(typed) => typed.replace(/\D/g, "")}
        required
        error={(form.error("pin") && t("cardPin.pinRequired")) ?? refused.pin}
      />
      {error !== undefined && Object.keys(refused).length === 0 && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}
