import { useState } from "react";
import { useTranslation } from "react-i18next";
import { loadWords } from "../../i18n/i18n";
import { Button } from "../../kit/buttons/Button";
import { Field } from "../../kit/form/Field";
import { SecondFactor } from "../../kit/form/SecondFactor";
import { useForm } from "../../kit/form/useForm";
import { lazyComponent } from "../../kit/loading/lazyComponent";
import { Note } from "../../kit/screen/Paper";
import { waitMinutes } from "../../shared/waitMinutes";
import { said } from "../kit/said";
import { isRefused, signInAsStaff, signInByStaffPasskey } from "../kit/till";
import css from "./EntryPage.module.css";
import { PasskeyButton } from "./PasskeyButton";

const Forgot = lazyComponent(async () => {
  const [{ StaffForgot }] = await Promise.all([
    import("../../shared/StaffForgot"),
    loadWords(["staffForgot"]),
  ]);
  return StaffForgot;
});

type Step = "password" | "code";
type Proof = { email: string; password: string; code: string };

/** Sign-in of partner staff by password and second factor; at a locked till it unlocks the till. */
export function StaffForm({ onBack }: { onBack: (() => void) | undefined }) {
  const { t } = useTranslation("counter");
  const [step, setStep] = useState<Step>("password");
  // True once the code step was submitted. Only then is a missing code an error.
  const [codeSent, setCodeSent] = useState(false);
  const [failed, setFailed] = useState<string>();
  const [forgot, setForgot] = useState(false);
  const form = useForm<Proof, "required">({
    initial: { email: "", password: "", code: "" },
    check: ({ email, password, code }) => ({
      ...(email.trim() === "" ? { email: "required" } : {}),
      ...(password === "" ? { password: "required" } : {}),
      ...(step === "code" && code.trim() === "" ? { code: "required" } : {}),
    }),
    submit: async ({ email, password, code }) => {
      setFailed(undefined);
      const proof = { email: email.trim(), password };
      try {
        await signInAsStaff(step === "code" ? { ...proof, code: code.trim() } : proof);
      } catch (error) {
        if (step === "password" && isRefused(error, "second_factor_required")) setStep("code");
        else {
          const minutes = waitMinutes(error);
          const words = said(error, t("line.down"), t("signIn.failed"));
          setFailed(minutes === undefined ? words : t("signIn.wait", { count: minutes }));
        }
      }
    },
  });
  const back =
    step === "code"
      ? () => {
          setStep("password");
          setCodeSent(false);
          setFailed(undefined);
          form.set("code", "");
        }
      : onBack;
  if (forgot) return <Forgot waiting={<div aria-busy="true" />} onBack={() => setForgot(false)} />;
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        setCodeSent(step === "code");
        return form.onSubmit(event);
      }}
      noValidate
    >
      {step === "password" ? (
        <>
          <Field
            {...form.field("email")}
            label={t("signIn.email")}
            type="email"
            autoComplete="username"
            required
            error={form.error("email") && t("signIn.emailRequired")}
          />
          <Field
            {...form.field("password")}
            label={t("signIn.password")}
            type="password"
            autoComplete="current-password"
            required
            error={form.error("password") && t("signIn.passwordRequired")}
          />
        </>
      ) : (
        <SecondFactor
          {...form.field("code")}
          error={codeSent && form.error("code") ? t("signIn.codeRequired") : undefined}
          say={(key) => t(`signIn.${key}`)}
        />
      )}
      {failed && <Note tone="plum">{failed}</Note>}
      <Button type="submit" block busy={form.busy && t("signIn.busy")}>
        {t("signIn.submit")}
      </Button>
      {step === "password" && (
        <PasskeyButton refusal={t("signIn.passkeyFailed")} enter={signInByStaffPasskey}>
          {t("signIn.passkey")}
        </PasskeyButton>
      )}
      {step === "password" && (
        <div className={css.other}>
          <Button kind="text" onClick={() => setForgot(true)}>
            {t("signIn.forgot")}
          </Button>
        </div>
      )}
      {back && (
        <div className={css.other}>
          <Button kind="text" onClick={back}>
            {t(step === "code" ? "signIn.startAgain" : "signIn.back")}
          </Button>
        </div>
      )}
    </form>
  );
}
