import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/buttons/Button";
import { ScreenLink } from "../../kit/buttons/ScreenLink";
import { waitText } from "../../kit/form/OneTimeCode";
import { Tabs } from "../../kit/form/Segment";
import { LooseKey } from "../../kit/loading/EmptyWork";
import { Screen } from "../../kit/screen/Screen";
import text from "../../kit/styles/text.module.css";
import { paths } from "../../shared/paths";
import { ByEmail, useByEmail } from "./ByEmail";
import { ByPhone, useByPhone } from "./ByPhone";
import css from "./ForgotScreen.module.css";

type Way = "email" | "phone";

/** Two ways to a new password. Switching keeps what was typed in the other one. */
export function ForgotScreen() {
  const { t } = useTranslation("forgot");
  const email = useByEmail();
  const phone = useByPhone();
  // Starts with the phone if a number was typed before a reload.
  const [way, setWay] = useState<Way>(phone.contact.typed ? "phone" : "email");
  const id = useId();
  const options = [
    { value: "email", label: t("byEmail") },
    { value: "phone", label: t("byPhone") },
  ] as const;
  const main =
    way === "email" ? (
      <Button
        type="submit"
        form={id}
        block
        disabled={!email.form.valid || email.wait > 0}
        busy={email.form.busy && t("sendingLink")}
      >
        {email.wait > 0
          ? t("sendAgainIn", { time: waitText(email.wait) })
          : t(email.sent ? "sendAgain" : "sendLink")}
      </Button>
    ) : (
      phone.contact.verified && (
        <Button
          type="submit"
          form={id}
          block
          disabled={!phone.ready}
          busy={phone.form.busy && t("resetting")}
        >
          {t("reset")}
        </Button>
      )
    );
  return (
    <Screen title={t("title")}>
      <Tabs<Way> label={t("ways")} options={options} chosen={way} onChoose={setWay} block>
        {way === "email" ? <ByEmail id={id} {...email} /> : <ByPhone id={id} {...phone} />}
      </Tabs>
      {main && <div className={css.main}>{main}</div>}
      <p className={css.login}>
        <ScreenLink className={text.link} to={paths.login}>
          {t("done.login")}
        </ScreenLink>
      </p>
      {/* The fields of the new password fill the screen. */}
      {!(way === "phone" && phone.contact.verified) && (
        <div className={css.drawing}>
          <LooseKey />
        </div>
      )}
    </Screen>
  );
}
