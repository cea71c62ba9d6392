import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { remember, rememberedIdentifier } from "../../device/remembered";
import { loadWords } from "../../i18n/i18n";
import { useServerMessage } from "../../i18n/serverMessage";
import { Button } from "../../kit/buttons/Button";
import { ScreenLink } from "../../kit/buttons/ScreenLink";
import { Check } from "../../kit/form/Choice";
import { Field } from "../../kit/form/Field";
import { LanguageSwitch } from "../../kit/form/LanguageSwitch";
import { useForm } from "../../kit/form/useForm";
import { FingerprintIcon } from "../../kit/icons/icons-form";
import { firstScreenSeen } from "../../kit/loading/firstScreenSeen";
import { lazyComponent, renderNothing } from "../../kit/loading/lazyComponent";
import { ScreenWaiting } from "../../kit/loading/Skeletons";
import { Note } from "../../kit/screen/Paper";
import { Screen } from "../../kit/screen/Screen";
import { Wordmark } from "../../kit/screen/Wordmark";
import text from "../../kit/styles/text.module.css";
import { LazyContactRows } from "../../shared/LazyContactRows";
import { paths, withBack } from "../../shared/paths";
import css from "./LoginScreen.module.css";
import { leftFrom } from "./leftState";
import { type Credentials, checkCredentials, type FieldError, type LoginFailure, login } from "./login";

// Not part of the first bundle: few visits need it.
const LeftNote = lazyComponent(async () => {
  const [{ LeftNote: note }] = await Promise.all([import("./LeftNote"), loadWords("account")]);
  return note;
});

/** The time that the form waits for the note. After that, avoiding a layout shift is not worth the delay. */
const NOTE_MS = 2_000;

/** The login screen. It waits for the note about an ended session, so that the form does not shift. */
export function LoginScreen() {
  const { state } = useLocation();
  const { ended, required } = leftFrom(state);
  const [whole, setWhole] = useState(!ended && !required);
  useEffect(() => {
    if (whole) return;
    const go = () => setWhole(true);
    LeftNote.load().then(go, go);
    const timer = setTimeout(go, NOTE_MS);
    return () => clearTimeout(timer);
  }, [whole]);
  return whole ? <LoginForm {...leftFrom(state)} /> : <ScreenWaiting />;
}

function LoginForm({ ended, asked, required }: ReturnType<typeof leftFrom>) {
  const { t } = useTranslation("login");
  const navigate = useNavigate();
  const goHome = useCallback(() => {
    navigate(paths.home, { replace: true });
    // If the connection fails, the offer is missing. The member reaches the screen from Home as well.
    if (asked)
      import("./offerToGoOn").then(({ offerToGoOn }) => offerToGoOn(asked, navigate)).catch(() => {});
  }, [navigate, asked]);
  const [kept, setKept] = useState(() => rememberedIdentifier() !== undefined);
  const [failure, setFailure] = useState<LoginFailure>();

  const form = useForm<Credentials, FieldError>({
    initial: { identifier: rememberedIdentifier() ?? "", password: "" },
    check: checkCredentials,
    submit: async (credentials) => {
      const wanted = kept ? "remember" : "forget";
      setFailure(undefined);
      const failed = await login(credentials, wanted);
      if (failed) return setFailure(failed);
      remember(credentials.identifier.trim(), wanted);
      goHome();
    },
  });
  const [proving, setProving] = useState(false);
  const offer = useRef<AbortController>(undefined);
  const [offers, setOffers] = useState(0);
  const wanted = useRef(kept);
  wanted.current = kept;
  // Each increment of `offers` starts a new offer.
  useEffect(() => {
    const gone = new AbortController();
    offer.current = gone;
    firstScreenSeen()
      .then(() => import("./passkeyLogin"))
      .then(({ offerPasskeys }) => offerPasskeys(() => (wanted.current ? "remember" : "forget"), gone.signal))
      .then(
        (came) => {
          if (gone.signal.aborted) return;
          if (came === "in") goHome();
          else if (came) setFailure(came);
        },
        // Without an offer, the button below reports what is wrong.
        () => {},
      );
    return () => gone.abort();
  }, [goHome, offers]);
  const enterByPasskey = async () => {
    // The device allows only one passkey request at a time.
    offer.current?.abort();
    setFailure(undefined);
    setProving(true);
    // Loaded on demand: most members log in by password.
    const failed = await import("./passkeyLogin").then(
      ({ loginByPasskey }) => loginByPasskey(kept ? "remember" : "forget"),
      (): LoginFailure => ({ key: "offline" }),
    );
    setProving(false);
    if (!failed) return goHome();
    setFailure(failed);
    // The request of the button replaced the offer at the field.
    setOffers((made) => made + 1);
  };

  const identifierError = form.error("identifier");
  const passwordError = form.error("password");
  return (
    <Screen title={t("title")} header="none" flush>
      <div className={css.scene}>
        <div className={css.languages}>
          <LanguageSwitch cover />
        </div>
      </div>
      <div className={css.body}>
        <Wordmark />
        <h1 className={text.sr}>{t("title")}</h1>
        {(ended || required) && <LeftNote missing={renderNothing} />}
        <form className={css.form} onSubmit={form.onSubmit} noValidate>
          <Field
            {...form.field("identifier")}
            label={t("identifier")}
            autoComplete="username webauthn"
            type="email"
            error={identifierError && t(`errors.${identifierError}`)}
          />
          <Field
            {...form.field("password")}
            label={t("password")}
            type="password"
            autoComplete="current-password"
            error={passwordError && t(`errors.${passwordError}`)}
          />
          <div className={css.between}>
            <Check name="rememberMe" checked={kept} onChange={setKept}>
              {t("remember")}
            </Check>
            <ScreenLink className={text.link} to={paths.forgot} state={withBack}>
              {t("forgot")}
            </ScreenLink>
          </div>
          {!navigator.cookieEnabled && (
            <div className={css.failure}>
              <Note tone="plum">{t("noCookies")}</Note>
            </div>
          )}
          {failure && (
            <div className={css.failure}>
              <Note tone="plum">
                <FailureWords failure={failure} />
              </Note>
              {saidOf(failure)?.code === "account_suspended" && <LazyContactRows missing={renderNothing} />}
            </div>
          )}
          <Button type="submit" block busy={form.busy && t("submitting")}>
            {t("submit")}
          </Button>
          <div className={css.biometric}>
            <Button
              kind="quiet"
              block
              icon={<FingerprintIcon petal />}
              busy={proving && t("biometricBusy")}
              onClick={enterByPasskey}
            >
              {t("biometric")}
            </Button>
          </div>
        </form>
        <p className={css.ways}>
          {t("newHere")}{" "}
          <ScreenLink className={text.link} to={paths.signup} state={withBack}>
            {t("signUp")}
          </ScreenLink>
          <span className={css.dot} aria-hidden="true">
            ·
          </span>
          <ScreenLink className={text.link} to={paths.privacy} state={withBack}>
            {t("privacy")}
          </ScreenLink>
        </p>
      </div>
    </Screen>
  );
}

/** The server's message, if the server refused. */
const saidOf = (failure: LoginFailure) =>
  !("key" in failure) ? failure : failure.key === "biometricFailed" ? failure.said : undefined;

function FailureWords({ failure }: { failure: LoginFailure }) {
  const { t } = useTranslation("login");
  const say = useServerMessage();
  if (!("key" in failure)) return say(failure) ?? t("errors.failed");
  if (failure.key === "biometricFailed")
    return t("errors.biometricFailed", {
      reason: (failure.said && say(failure.said)) ?? t("errors.tryAgain"),
    });
  return t(`errors.${failure.key}`);
}
