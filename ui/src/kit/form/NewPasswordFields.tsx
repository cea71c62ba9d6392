import { useId } from "react";
import { useTranslation } from "react-i18next";
import { classes } from "../classes";
import { CheckIcon } from "../icons/icons-basic";
import { Field, type FieldProps } from "./Field";
import css from "./NewPasswordFields.module.css";
import { isLongPassword, isStrongPassword, passwordParts } from "./validation";

type Bound = Pick<FieldProps, "name" | "value" | "onChange" | "onBlur">;

interface NewPasswordFieldsProps {
  password: Bound;
  confirm: Bound;
  labels: { password: string; confirm: string };
  required?: boolean;
  placeholder?: string;
  /** Shows the rules always, or only while typing. */
  rules: "shown" | "while typing";
  /** The error of the form or the server. */
  error?: string | undefined;
  /** A password that satisfies every rule here but that the server refused as guessable. */
  guessable?: string | undefined;
  /** Requires length instead of several kinds of characters. */
  long?: boolean | undefined;
}

/** A new password with its rules ticked while typing, and its repetition with an immediate mismatch error. */
export function NewPasswordFields({
  password,
  confirm,
  labels,
  required = false,
  placeholder,
  rules,
  error,
  guessable,
  long = false,
}: NewPasswordFieldsProps) {
  const { t } = useTranslation("account");
  const id = useId();
  const strong = isStrongPassword(password.value, long);
  const listed = rules === "shown" || (password.value !== "" && !strong);
  const mismatch = confirm.value !== "" && confirm.value !== password.value;
  return (
    <div>
      <Field
        {...password}
        label={labels.password}
        type="password"
        autoComplete="new-password"
        required={required}
        {...(placeholder === undefined ? {} : { placeholder })}
        {...(listed ? { describedBy: id } : {})}
        error={password.value === guessable ? t("errors.guessable") : error}
        ok={rules === "while typing" && strong ? t("strong") : undefined}
      />
      {listed && <PasswordRules id={id} password={password.value} long={long} />}
      <div className={css.confirm}>
        <Field
          {...confirm}
          label={labels.confirm}
          type="password"
          autoComplete="new-password"
          required={required}
          error={mismatch ? t("errors.passwordMismatch") : undefined}
        />
      </div>
    </div>
  );
}

const RULES = ["length", "upper", "lower", "digit", "symbol"] as const;
const LONG = ["long"] as const;

function PasswordRules({ id, password, long }: { id: string; password: string; long: boolean }) {
  const { t } = useTranslation("account");
  const parts = { ...passwordParts(password), long: isLongPassword(password) };
  return (
    <ul className={css.rules} id={id} aria-label={t("rules.label")}>
      {(long ? LONG : RULES).map((rule) => (
        <li
          key={rule}
          className={classes(parts[rule] && css.met)}
          aria-label={t(parts[rule] ? "rules.met" : "rules.unmet", { rule: t(`rules.${rule}`) })}
        >
          {parts[rule] ? <CheckIcon size={16} /> : <i className={css.dot} />}
          <span aria-hidden="true">{t(`rules.${rule}`)}</span>
        </li>
      ))}
    </ul>
  );
}
