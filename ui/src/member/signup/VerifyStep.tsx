import { useTranslation } from "react-i18next";
import { ApiProblem, saidBy } from "../../api/problem";
import { Button } from "../../components/Button";
import { ContactCode } from "../../components/ContactCode";
import { classes } from "../../components/classes";
import { Note } from "../../components/Paper";
import { part } from "../../components/part";
import { useSaid } from "../../i18n/said";
import text from "../../styles/text.module.css";
import { PersonCheck } from "./PersonCheck";
import css from "./SignupScreen.module.css";
import { StepHead } from "./StepHead";
import type { Place } from "./signup";
import type { SignupState } from "./useSignup";
import { useRefusalWords } from "./words";

// Where the settings choose it: most programmes ask by themselves.
const PersonWidget = part(async () => (await import("../../components/PersonWidget")).PersonWidget);

/** Proof of a contact, and of a person. */
export function VerifyStep({ id, signup, arrived }: { id: string; signup: SignupState; arrived: boolean }) {
  const { t } = useTranslation("signup");
  const { t: account } = useTranslation("account");
  const words = useRefusalWords();
  const { email, phone, person, registration, refusal, left, widget } = signup;
  const say = useSaid();
  const whyNot = (place: Place) => {
    const refused = refusal(place);
    return refused && words(refused);
  };
  const refused = whyNot("form");
  const shut = registration.error instanceof ApiProblem ? saidBy(registration.error) : undefined;
  return (
    <>
      <StepHead step={2} title={t("verify.title")} arrived={arrived}>
        <p className={css.intro}>{t("verify.intro")}</p>
      </StepHead>
      {registration.isError && (
        <div className={css.dead}>
          <Note tone="plum">
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
          </Note>
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
              <PersonCheck state={person.state} onTick={person.prove} />
            )}
          </div>
        )}
        {refused && <Note tone="plum">{refused}</Note>}
        {/* Why the button rests. */}
        <p className={classes(text.t5, text.soft)} role="status">
          {left && person.state !== "proving" && t(`left.${left}`)}
        </p>
      </form>
    </>
  );
}
