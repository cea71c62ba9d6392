import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "../../../api/schema";
import { QrCode } from "../../../kit/codes/QrCode";
import { OneTimeCode } from "../../../kit/form/OneTimeCode";
import { useForm } from "../../../kit/form/useForm";
import { Note } from "../../../kit/screen/Paper";
import { FormDialog } from "../../kit/AdminDialog";
import { CopyButton } from "../../kit/CopyButton";
import { useErrorText } from "../../kit/errorText";
import css from "./Account.module.css";
import { confirmTotp } from "./account";

interface TotpSetupProps {
  secret: components["schemas"]["TotpSecret"];
  onDone(recoveryCodes: readonly string[]): void;
  onClose(): void;
}

/** Sets up an authenticator: scan or type the secret, then confirm with the first code. */
export function TotpSetup({ secret, onDone, onClose }: TotpSetupProps) {
  const { t } = useTranslation("adminAccount");
  const say = useErrorText();
  const [error, setError] = useState<unknown>();
  const form = useForm<{ code: string }, "code">({
    initial: { code: "" },
    check: ({ code }) => (code.length === 6 ? {} : { code: "code" }),
    submit: async ({ code }) => {
      setError(undefined);
      try {
        onDone((await confirmTotp(code)).recoveryCodes);
      } catch (failure) {
        setError(failure);
      }
    },
  });
  return (
    <FormDialog
      title={t("totp.title")}
      submit={t("totp.submit")}
      busy={form.busy && t("checking")}
      onClose={onClose}
      onSubmit={form.onSubmit}
    >
      <p>{t("totp.scan")}</p>
      <div className={css.qr}>
        <QrCode text={secret.address} label={t("totp.qr")} size={200} />
      </div>
      <p>{t("totp.type")}</p>
      <p className={css.secret}>{secret.secret.replace(/(.{4})/g, "$1 ").trim()}</p>
      <CopyButton text={secret.secret} label={t("copy")} />
      <OneTimeCode
        {...form.field("code")}
        label={t("totp.code")}
        required
        error={form.error("code") && t("totp.codeRequired")}
      />
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}
