import { useTranslation } from "react-i18next";
import { ApiProblem, serverMessageIn } from "../../api/problem";
import { useServerMessage } from "../../i18n/serverMessage";
import { Button } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { ContactCode } from "../../kit/form/ContactCode";
import { lazyComponent } from "../../kit/loading/lazyComponent";
import { FailedNote, Note } from "../../kit/screen/Paper";
import text from "../../kit/styles/text.module.css";
import { CaptchaCheck } from "./CaptchaCheck";
import css from "./SignupScreen.module.css";
import { StepHead } from "./StepHead";
import type { Place } from "./signup";
import type { SignupState } from "./useSignup";
import { useRefusalWords } from "./words";

// Loaded only if the settings choose another company's captcha. Most programmes use our own.
const PersonWidget = lazyComponent(
  async () => (await import("../../kit/dialog/CaptchaWidget")).CaptchaWidget,
);

/** Verifies a contact and the captcha. */
export function VerifyStep({ id, signup, arrived }: { id: string; signup: SignupState; arrived: boolean }) {
  const { t } = useTranslation("signup");
  const { t: account } = useTranslation("account");
  const words = useRefusalWords();
  const { email, phone, person, registration, refusal, left, widget } = signup;
  const say = useServerMessage();
  const whyNot = (place: Place) => {
    const refused = refusal(place);
    return refused && words(refused);
  };
  const refused = whyNot("form");
  const shut = registration.error instanceof ApiProblem ? serverMessageIn(registration.error) : undefined;
  return (
    <>
      <StepHead step={2} title={t("verify.title")} arrived={arrived}>
        <p className={css.intro}>{t("verify.intro")}</p>
      </StepHead>
      {registration.isError && (
        <div className={css.dead}>
          <FailedNote>
            <p>{(shut && say(shut)) ?? t("errors.notOpened")}</p>
            <div className={css.again}>
              <Button
                kind="quiet"
                small
                busy={registration.isFetching && t("opening")}
                onClick={() => void registration.refetch()}
              >
                {t("openAgain")}
              </Button>
            </div>
          </FailedNote>
        </div>
      )}
      <form id={id} className={css.form} onSubmit={signup.create} noValidate>
        <ContactCode
          channel="email"
          contact={email}
          accepted={account("verified")}
          refused={whyNot("email")}
        />
        <ContactCode
          channel="phone"
          contact={phone}
          accepted={account("verified")}
          refused={whyNot("phone")}
        />
        {signup.asksForPerson && (
          <div className={css.person}>
            {widget ? (
              <>
                <PersonWidget
                  {...widget}
                  round={person.round}
                  onAnswer={person.take}
                  missing={(again) => (
                    <Note tone="plum">
                      <p>{t("person.notLoaded")}</p>
                      <Button kind="quiet" small onClick={again}>
                        {t("person.loadAgain")}
                      </Button>
                    </Note>
                  )}
                />
                {person.state === "failed" && <Note tone="plum">{t("person.failed")}</Note>}
              </>
            ) : (
              <CaptchaCheck state={person.state} onTick={person.prove} />
            )}
          </div>
        )}
        {refused && <FailedNote>{refused}</FailedNote>}
        {/* Why the button is disabled. */}
        <p className={classes(text.t5, text.soft)} role="status">
          {left && person.state !== "proving" && t(`left.${left}`)}
        </p>
      </form>
    </>
  );
}
