import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { useLongPasswords } from "../../api/longPasswords";
import { useServerMessage } from "../../i18n/serverMessage";
import { Button, ButtonLink } from "../../kit/buttons/Button";
import { ScreenLink } from "../../kit/buttons/ScreenLink";
import { showToast } from "../../kit/dialog/Toaster";
import { NewPasswordFields } from "../../kit/form/NewPasswordFields";
import { useForm } from "../../kit/form/useForm";
import { checkNewPassword, type NewPassword } from "../../kit/form/validation";
import { usePreloadedMessageScreen } from "../../kit/loading/preloadMessageScreen";
import { ErrorState } from "../../kit/loading/States";
import { FailedNote } from "../../kit/screen/Paper";
import { Screen } from "../../kit/screen/Screen";
import { useStillHere } from "../../kit/screen/useStillHere";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import { type MessageState, paths, resetPath, withBack } from "../../shared/paths";
import css from "./ResetScreen.module.css";
import { isDeadLink, type ResetFailure, resetPassword } from "./reset";

/** `maybeSet`: this page's own attempt may have used the link, but its response was lost. */
type DeadLink = "dead" | "maybeSet";

/** Key in the history state, beside the router's own keys. */
const KEPT = "resetToken";

function keptToken(): string | undefined {
  const state: unknown = window.history.state;
  const token: unknown = state && typeof state === "object" ? Reflect.get(state, KEPT) : undefined;
  return typeof token === "string" ? token : undefined;
}

/**
 * The target of a reset link. The token is removed from the address bar, where others could see or copy it.
 * It stays in the history state until used: a phone may drop the page while a password manager is open.
 */
export function ResetScreen() {
  const { t } = useTranslation("reset");
  const given = useParams().token;
  const [token] = useState(() => given ?? keptToken());
  const [dead, setDead] = useState<DeadLink>();
  useLayoutEffect(() => {
    // Bypasses the router, which would treat this as a new screen.
    const { [KEPT]: _, ...state } = window.history.state ?? {};
    const kept = token === undefined || dead ? state : { ...state, [KEPT]: token };
    window.history.replaceState(kept, "", resetPath);
  }, [token, dead]);
  // The link is checked first, so that nobody types a new password for a link that has ended.
  useEffect(() => {
    let gone = false;
    if (token !== undefined)
      isDeadLink(token).then((is) => is && !gone && setDead((known) => known ?? "dead"));
    return () => {
      gone = true;
    };
  }, [token]);

  if (token === undefined || dead) {
    return (
      <Screen
        title={t("title")}
        footer={
          <div className={layout.stack}>
            {dead === "maybeSet" && (
              <ButtonLink block to={paths.login}>
                {t("maybeSet.login")}
              </ButtonLink>
            )}
            <ButtonLink
              block
              kind={dead === "maybeSet" ? "quiet" : "leaf"}
              to={paths.forgot}
              state={withBack}
            >
              {t("dead.again")}
            </ButtonLink>
          </div>
        }
      >
        <ErrorState title={t(`${dead ?? "dead"}.title`)} text={t(`${dead ?? "dead"}.text`)} />
      </Screen>
    );
  }
  return <ResetForm token={token} onDead={setDead} />;
}

function ResetForm({ token, onDead }: { token: string; onDead(how: DeadLink): void }) {
  const { t } = useTranslation("reset");
  const { t: account } = useTranslation("account");
  const navigate = useNavigate();
  const here = useStillHere();
  usePreloadedMessageScreen();
  const id = useId();
  const [failure, setFailure] = useState<ResetFailure>();
  const long = useLongPasswords();
  // A response was lost, so the earlier attempt may have used the link.
  const lost = useRef(false);
  const form = useForm<NewPassword, "weakPassword" | "passwordMismatch">({
    initial: { password: "", confirm: "" },
    check: (values) => checkNewPassword(values, long),
    submit: async ({ password }) => {
      setFailure(undefined);
      const failed = await resetPassword(token, password);
      if (failed && "key" in failed) {
        if (failed.key === "dead") return onDead(lost.current ? "maybeSet" : "dead");
        lost.current = true;
      }
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
  return (
    <Screen
      title={t("title")}
      footer={
        <Button
          type="submit"
          form={id}
          block
          disabled={password === "" || password !== confirm}
          busy={form.busy && t("submitting")}
        >
          {t("submit")}
        </Button>
      }
    >
      <p className={text.soft}>{t("intro")}</p>
      <form id={id} className={css.form} onSubmit={form.onSubmit} noValidate>
        <NewPasswordFields
          password={form.field("password")}
          confirm={form.field("confirm")}
          labels={{ password: t("password"), confirm: t("confirm") }}
          required
          rules="shown"
          error={form.error("password") && account(long ? "errors.shortPassword" : "errors.weakPassword")}
          guessable={failure && "guessable" in failure ? failure.guessable : undefined}
          long={long}
        />
        <Failure failure={failure} />
      </form>
      <p className={css.login}>
        <ScreenLink className={text.link} to={paths.login}>
          {t("done.login")}
        </ScreenLink>
      </p>
    </Screen>
  );
}

function Failure({ failure }: { failure: ResetFailure | undefined }) {
  const { t } = useTranslation("reset");
  const say = useServerMessage();
  if (!failure || "guessable" in failure) return null;
  if ("said" in failure) return <FailedNote>{say(failure) ?? t("errors.failed")}</FailedNote>;
  if (failure.key === "dead") return null;
  return <FailedNote>{t(`errors.${failure.key}`)}</FailedNote>;
}
