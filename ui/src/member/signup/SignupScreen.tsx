import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { Button } from "../../kit/buttons/Button";
import { Screen } from "../../kit/screen/Screen";
import { withBack } from "../../shared/paths";
import { AboutStep } from "./AboutStep";
import { useSignup } from "./useSignup";
import { VerifyStep } from "./VerifyStep";

const VERIFY = "verify";

/** Sign-up in two steps. The step is in the address, so that the browser's back button works. */
export function SignupScreen() {
  const { t } = useTranslation("signup");
  const navigate = useNavigate();
  const { state } = useLocation();
  const [query, setQuery] = useSearchParams();
  const id = useId();

  const to = (step: string | undefined) => {
    const next = new URLSearchParams(query);
    if (step) next.set("step", step);
    else next.delete("step");
    return { search: next.toString() };
  };
  const signup = useSignup({
    referralCode: query.get("referralcode") ?? "",
    onContinue: () => navigate(to(VERIFY), { state: withBack }),
    onAboutRefused: () => navigate(to(undefined), { state, replace: true }),
  });
  // A password does not survive a reload, so a reload leads back to the first step.
  const asked = query.get("step") === VERIFY;
  const verifying = asked && signup.about.valid;
  const astray = asked && !verifying;
  useEffect(() => {
    // Otherwise the second step would open when the last field of the first becomes valid.
    if (!astray) return;
    setQuery(
      (all) => {
        all.delete("step");
        return all;
      },
      { replace: true, state },
    );
  }, [astray, setQuery, state]);
  const firstView = useRef(true);
  const arrived = !firstView.current || verifying;
  if (verifying) firstView.current = false;

  return verifying ? (
    <Screen
      key="verify"
      title={t("title")}
      footer={
        <Button type="submit" form={id} block disabled={!signup.ready} busy={signup.busy && t("creating")}>
          {t("create")}
        </Button>
      }
    >
      <VerifyStep id={id} signup={signup} arrived={arrived} />
    </Screen>
  ) : (
    <Screen
      key="about"
      title={t("title")}
      footer={
        <Button
          type="submit"
          form={id}
          block
          disabled={!signup.about.valid}
          busy={signup.about.busy && t("about.checking")}
        >
          {t("continue")}
        </Button>
      }
    >
      <AboutStep id={id} signup={signup} arrived={arrived} />
    </Screen>
  );
}
