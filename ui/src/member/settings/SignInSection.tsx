import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { userQuery } from "../../api/member";
import { Blossom } from "../../components/Blossom";
import { CheckIcon, FingerprintIcon } from "../../components/icons-basic";
import { Note } from "../../components/Paper";
import { Puck, Row, RowSwitch } from "../../components/Row";
import { showToast } from "../../components/Toaster";
import { passkeysSupported } from "../../device/passkeys";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import {
  type BiometricFailure,
  hasKeptPasskey,
  type PasswordFailure,
  passkeyHere,
  passkeysQuery,
  turnOff,
  turnOn,
} from "./biometric";
import { PasswordDialog } from "./PasswordDialog";
import css from "./SettingsScreen.module.css";

/** Whether this device lets the member in by a finger or a face. */
export function SignInSection() {
  const { t } = useTranslation("settings");
  const user = useQuery(userQuery()).data;
  const passkeys = useQuery(passkeysQuery()).data;
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const [wrong, setWrong] = useState(false);
  const [failure, setFailure] = useState<Exclude<BiometricFailure, PasswordFailure>>();
  const here = passkeys && passkeyHere(passkeys);
  // Until the server has told, what the device remembers.
  const on = passkeys ? here !== undefined : hasKeptPasskey();
  const supported = passkeysSupported();

  const change = async (currentPassword?: string) => {
    if (!user || busy) return;
    setBusy(true);
    setFailure(undefined);
    const failed = here ? await turnOff(here._id) : await turnOn(user, currentPassword);
    setBusy(false);
    setWrong(failed?.key === "passwordWrong");
    setAsking(failed?.key === "passwordNeeded" || failed?.key === "passwordWrong");
    if (!failed) showToast(t(here ? "biometricTurned.off" : "biometricTurned.on"));
    else if (failed.key !== "passwordNeeded" && failed.key !== "passwordWrong") setFailure(failed);
  };

  const row = {
    icon: (
      <Puck tone={on ? "in" : "plain"}>
        <FingerprintIcon size={22} />
      </Puck>
    ),
    title: t("biometric"),
    line: t(busy ? "biometricBusy" : `biometricState.${supported ? (on ? "on" : "off") : "unsupported"}`),
    end: busy ? (
      <Blossom size={24} stamens={false} className={css.spin} />
    ) : (
      on && (
        <span className={css.on}>
          <CheckIcon />
        </span>
      )
    ),
  };
  return (
    <section className={css.section}>
      <h2 className={text.t3}>{t("signIn")}</h2>
      <div className={layout.card}>
        {supported ? <RowSwitch {...row} on={on} onClick={() => void change()} /> : <Row {...row} />}
      </div>
      {failure && (
        <div className={css.failed} role="alert">
          <Note tone="plum">
            {failure.key === "said" ? failure.said : t(`biometricErrors.${failure.key}`)}
          </Note>
        </div>
      )}
      {asking && (
        <PasswordDialog busy={busy} wrong={wrong} onConfirm={change} onClose={() => setAsking(false)} />
      )}
    </section>
  );
}
