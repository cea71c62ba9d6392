import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useLongPasswords } from "../../api/longPasswords";
import { useMemberDraft, useSavedDraft } from "../../api/offline/useMemberDraft";
import { resetCodes } from "../../api/oneTimeCodes";
import { useServerMessage } from "../../i18n/serverMessage";
import { showToast } from "../../kit/dialog/Toaster";
import { ContactCode } from "../../kit/form/ContactCode";
import { NewPasswordFields } from "../../kit/form/NewPasswordFields";
import { type KeptContact, useContactCode } from "../../kit/form/useContactCode";
import { useForm } from "../../kit/form/useForm";
import { checkNewPassword, isHongKongPhone, type NewPassword } from "../../kit/form/validation";
import { usePreloadedMessageScreen } from "../../kit/loading/preloadMessageScreen";
import { useStillHere } from "../../kit/screen/useStillHere";
import { type MessageState, paths } from "../../shared/paths";
import { FormFailure } from "./ByEmail";
import css from "./ForgotScreen.module.css";
import { type ForgotFailure, resetByPhone } from "./forgot";

export function useByPhone() {
  const { t } = useTranslation("forgot");
  const navigate = useNavigate();
  const here = useStillHere();
  usePreloadedMessageScreen();
  const before = useSavedDraft<KeptContact>("forgot:phone");
  const contact = useContactCode({ ...resetCodes, before });
  useMemberDraft("forgot:phone", contact.kept);
  const [failure, setFailure] = useState<ForgotFailure>();
  const long = useLongPasswords();
  // A response was lost, so the password may already be set.
  const [lost, setLost] = useState(false);
  const form = useForm<NewPassword, "weakPassword" | "passwordMismatch">({
    initial: { password: "", confirm: "" },
    check: (values) => checkNewPassword(values, long),
    submit: async ({ password }) => {
      setFailure(undefined);
      const failed = await resetByPhone(contact.value, password);
      if (failed?.at === "form" && "key" in failed) setLost(true);
      if (failed?.at === "phone") contact.refuse();
      if (failed) return setFailure(failed);
      const done: MessageState = {
        tone: "success",
        title: t("done.title"),
        message: t("done.text"),
        buttonText: t("done.login"),
        buttonLink: paths.login,
      };
      if (here.current) navigate(paths.message, { replace: true, state: done });
      else showToast(t("done.title"));
    },
  });
  const { password, confirm } = form.values;
  return { contact, form, failure, lost, long, ready: password !== "" && confirm === password };
}

/** Verifies a code by SMS, then sets the new password. */
export function ByPhone({
  id,
  contact,
  form,
  failure,
  lost,
  long,
}: ReturnType<typeof useByPhone> & { id: string }) {
  const { t } = useTranslation("forgot");
  const { t: account } = useTranslation("account");
  const say = useServerMessage();
  const over = t(lost ? "errors.maybeSet" : "errors.over");
  const refused = failure?.at === "phone" ? ("said" in failure ? say(failure) : over) : undefined;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (contact.verified) return form.onSubmit(event);
    // The Go key of the on-screen keyboard sends the code.
    event.preventDefault();
    if (!contact.sent && isHongKongPhone(contact.value)) void contact.send();
  };
  return (
    <form id={id} className={css.form} onSubmit={onSubmit} noValidate>
      <ContactCode channel="phone" contact={contact} accepted={t("accepted")} refused={refused} />
      {contact.verified && (
        <NewPasswordFields
          password={form.field("password")}
          confirm={form.field("confirm")}
          labels={{ password: t("password"), confirm: t("confirm") }}
          rules="while typing"
          error={form.error("password") && account(long ? "errors.shortPassword" : "errors.weakPassword")}
          guessable={failure?.at === "password" ? failure.guessable : undefined}
          long={long}
        />
      )}
      <FormFailure failure={failure} />
    </form>
  );
}
