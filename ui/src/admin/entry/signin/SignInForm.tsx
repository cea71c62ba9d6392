import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem, NetworkError } from "../../../api/problem";
import { Button } from "../../../kit/buttons/Button";
import { Field } from "../../../kit/form/Field";
import { SecondFactor } from "../../../kit/form/SecondFactor";
import { useForm } from "../../../kit/form/useForm";
import { isEmail } from "../../../kit/form/validation";
import { Note } from "../../../kit/screen/Paper";
import { waitMinutes } from "../../../shared/waitMinutes";
import { useErrorText } from "../../kit/errorText";
import { signIn } from "../../session";
import { PasskeyButton } from "./PasskeyButton";
import css from "./SignIn.module.css";

type Trouble = { key: "wrong" | "wrongCode" | "offline" | "unexpected" } | { said: string };

type Proof = { email: string; password: string; code: string };
type Missing = "emailRequired" | "passwordRequired" | "codeRequired";

interface SignInFormProps {
  /** The e-mail of the ended session; then only the password is asked for. */
  email?: string;
  onDone(): void;
}

/** E-mail and password, then the second factor if one is set up. */
export function SignInForm({ email, onDone }: SignInFormProps) {
  const { t } = useTranslation("admin");
  const [step, setStep] = useState<"password" | "code">("password");
  const [error, setError] = useState<unknown>();
  const form = useForm<Proof, Missing>({
    initial: { email: email ?? "", password: "", code: "" },
    check: (values) => ({
      ...(isEmail(values.email) ? {} : { email: "emailRequired" }),
      ...(values.password ? {} : { password: "passwordRequired" }),
      ...(step === "password" || values.code ? {} : { code: "codeRequired" }),
    }),
    submit: async (values) => {
      setError(undefined);
      try {
        const { code, ...proof } = values;
        await signIn(step === "code" ? { ...proof, code: code.trim() } : proof);
        onDone();
      } catch (failure) {
        if (step === "password" && asksForCode(failure)) setStep("code");
        else setError(failure);
      }
    },
  });
  const wrong = (name: "email" | "password" | "code") => {
    const key = form.error(name);
    return key && t(`signIn.${key}`);
  };
  return (
    <form className={css.form} noValidate onSubmit={form.onSubmit}>
      {error !== undefined && <Refusal error={error} step={step} />}
      {step === "password" ? (
        <>
          {email === undefined && (
            <Field
              {...form.field("email")}
              label={t("signIn.email")}
              type="email"
              autoComplete="username"
              required
              error={wrong("email")}
            />
          )}
          <Field
            {...form.field("password")}
            label={t("signIn.password")}
            type="password"
            autoComplete="current-password"
            required
            error={wrong("password")}
          />
        </>
      ) : (
        <SecondFactor {...form.field("code")} error={wrong("code")} say={(key) => t(`signIn.${key}`)} />
      )}
      <Button type="submit" block busy={form.busy && t("signIn.submitting")}>
        {t(step === "code" ? "signIn.confirm" : "signIn.submit")}
      </Button>
      {step === "password" && <PasskeyButton onDone={onDone} />}
      {step === "code" && (
        <Button
          kind="text"
          block
          onClick={() => {
            setStep("password");
            form.set("code", "");
            setError(undefined);
          }}
        >
          {t("signIn.another")}
        </Button>
      )}
    </form>
  );
}

/** Returns whether an error means that the password was right and the server also needs a code. */
function asksForCode(error: unknown): boolean {
  return error instanceof ApiProblem && error.code === "second_factor_required";
}

function Refusal({ error, step }: { error: unknown; step: "password" | "code" }) {
  const { t } = useTranslation("admin");
  const say = useErrorText();
  const minutes = waitMinutes(error);
  const trouble = troubleOf(error, step);
  const words = "said" in trouble ? say(error) : t(`signIn.${trouble.key}`);
  return <Note tone="plum">{minutes === undefined ? words : t("signIn.wait", { count: minutes })}</Note>;
}

function troubleOf(error: unknown, step: "password" | "code"): Trouble {
  if (error instanceof NetworkError) return { key: "offline" };
  if (!(error instanceof ApiProblem)) return { key: "unexpected" };
  if (error.code === "second_factor_invalid") return { key: "wrongCode" };
  if (error.code === "invalid_credentials") return { key: step === "code" ? "wrongCode" : "wrong" };
  return error.message ? { said: error.message } : { key: "unexpected" };
}
