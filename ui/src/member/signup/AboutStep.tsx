import { useTranslation } from "react-i18next";
import { ScreenLink } from "../../kit/buttons/ScreenLink";
import { classes } from "../../kit/classes";
import { Field } from "../../kit/form/Field";
import { NewPasswordFields } from "../../kit/form/NewPasswordFields";
import { useNameOrder } from "../../kit/form/nameOrder";
import { LONGEST_NAME } from "../../kit/form/validation";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import { paths, withBack } from "../../shared/paths";
import css from "./SignupScreen.module.css";
import { StepHead } from "./StepHead";
import type { SignupState } from "./useSignup";
import { useRefusalWords } from "./words";

/** Name, password and referral code. */
export function AboutStep({ id, signup, arrived }: { id: string; signup: SignupState; arrived: boolean }) {
  const { t } = useTranslation("signup");
  const { t: account } = useTranslation("account");
  const words = useRefusalWords();
  const names = useNameOrder();
  const { about, long, refusal } = signup;
  const error = (name: "firstName" | "lastName" | "password" | "referralCode") => {
    const key = about.error(name);
    if (key === "weakPassword") return account(long ? "errors.shortPassword" : "errors.weakPassword");
    const refused = key && key !== "passwordMismatch" ? ({ place: name, key } as const) : refusal(name);
    return refused && words(refused);
  };
  return (
    <>
      <StepHead step={1} title={t("about.title")} arrived={arrived}>
        <p className={classes(css.intro, text.t5)}>
          {t("about.before")} <b className={css.star}>*</b> {t("about.after")}
        </p>
      </StepHead>
      <form id={id} className={css.form} onSubmit={about.onSubmit} noValidate>
        <div className={classes(layout.pair, css.names)}>
          {names.map((name) => (
            <Field
              key={name}
              {...about.field(name)}
              label={t(name)}
              autoComplete={name === "firstName" ? "given-name" : "family-name"}
              maxLength={LONGEST_NAME}
              required
              error={error(name)}
            />
          ))}
        </div>
        <NewPasswordFields
          password={about.field("password")}
          confirm={about.field("confirm")}
          labels={{ password: t("password"), confirm: t("confirm") }}
          required
          rules="shown"
          error={error("password")}
          long={long}
        />
        <Field
          {...about.field("referralCode")}
          label={t("referralCode")}
          aside={t("optional")}
          autoComplete="off"
          error={error("referralCode")}
        />
      </form>
      <p className={classes(css.login, text.t5)}>
        {t("terms.before")}{" "}
        <ScreenLink className={text.link} to={`${paths.privacy}?text=terms`} state={withBack}>
          {t("terms.link")}
        </ScreenLink>
      </p>
      <p className={css.login}>
        {t("haveAccount")}{" "}
        <ScreenLink className={text.link} to={paths.login}>
          {t("made.login")}
        </ScreenLink>
      </p>
    </>
  );
}
