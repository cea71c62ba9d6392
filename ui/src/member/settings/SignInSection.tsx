import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { userQuery } from "../../api/member";
import { inNativeApp } from "../../device/nativeApp";
import { passkeysSupported } from "../../device/passkeys";
import { useFocusAfterRemoval } from "../../kit/dialog/focusAfterRemoval";
import { showToast } from "../../kit/dialog/Toaster";
import { CheckIcon } from "../../kit/icons/icons-basic";
import { FingerprintIcon } from "../../kit/icons/icons-form";
import { Blossom } from "../../kit/screen/Blossom";
import { Note } from "../../kit/screen/Paper";
import { Puck, Row, RowSwitch } from "../../kit/screen/Row";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import {
  type BiometricFailure,
  isOnHere,
  type Passkey,
  type PasswordFailure,
  passkeyHere,
  passkeysQuery,
  removePasskey,
  turnOn,
} from "./biometric";
import { PasskeyList } from "./PasskeyList";
import { PasswordDialog } from "./PasswordDialog";
import { RemoveDialog } from "./RemoveDialog";
import css from "./SettingsScreen.module.css";

/** Biometric login on this device, and the member's passkeys on other devices. */
export function SignInSection() {
  const { t } = useTranslation("settings");
  const user = useQuery(userQuery()).data;
  const passkeys = useQuery(passkeysQuery()).data;
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const [removing, setRemoving] = useState<Passkey>();
  const [wrong, setWrong] = useState(false);
  const [failure, setFailure] = useState<Exclude<BiometricFailure, PasswordFailure>>();
  const heading = useFocusAfterRemoval<HTMLHeadingElement>(removing ? undefined : passkeys?.length);
  const here = passkeys && passkeyHere(passkeys);
  const on = isOnHere(user, passkeys);
  const supported = passkeysSupported() || inNativeApp();

  const begin = () => {
    setBusy(true);
    setFailure(undefined);
  };
  const enable = async (currentPassword?: string) => {
    if (!user || busy) return;
    begin();
    const failed = await turnOn(user, currentPassword);
    setBusy(false);
    setWrong(failed?.key === "passwordWrong");
    setAsking(failed?.key === "passwordNeeded" || failed?.key === "passwordWrong");
    if (!failed) showToast(t("biometricTurned.on"));
    else if (failed.key !== "passwordNeeded" && failed.key !== "passwordWrong") setFailure(failed);
  };
  const remove = async (passkey: Passkey) => {
    if (busy) return;
    begin();
    const failed = await removePasskey(passkey);
    setBusy(false);
    setRemoving(undefined);
    if (!failed) showToast(t(passkey === here ? "biometricTurned.off" : "passkeys.removed"));
    else if (failed.key !== "passwordNeeded" && failed.key !== "passwordWrong") setFailure(failed);
  };

  const enabling = busy && !removing;
  const row = {
    icon: (
      <Puck tone={on ? "in" : "plain"}>
        <FingerprintIcon size={22} />
      </Puck>
    ),
    title: t("biometric"),
    line: t(enabling ? "biometricBusy" : `biometricState.${supported ? (on ? "on" : "off") : "unsupported"}`),
    end: enabling ? <Blossom size={24} stamens={false} className={css.spin} /> : undefined,
  };
  return (
    <section className={css.section}>
      <h2 className={text.t3} ref={heading}>
        {t("signIn")}
      </h2>
      <div className={layout.card}>
        {/* The passkey of a native app is unknown here, so a switch could not turn it off. */}
        {supported && (here || !on) ? (
          <RowSwitch {...row} on={on} onClick={() => (here ? setRemoving(here) : void enable())} />
        ) : (
          <Row
            {...row}
            end={
              on && (
                <span className={css.on}>
                  <CheckIcon />
                </span>
              )
            }
          />
        )}
        {passkeys && passkeys.length > 0 && (
          <PasskeyList passkeys={passkeys} here={here} onRemove={setRemoving} />
        )}
      </div>
      {failure && (
        // The note of a failure is an alert already.
        <div className={css.failed} role={failure.key === "handedOver" ? "status" : undefined}>
          <Note tone={failure.key === "handedOver" ? "harbour" : "plum"}>
            {failure.key === "said" ? failure.said : t(`biometricErrors.${failure.key}`)}
          </Note>
        </div>
      )}
      {asking && (
        <PasswordDialog busy={busy} wrong={wrong} onConfirm={enable} onClose={() => setAsking(false)} />
      )}
      {removing && (
        <RemoveDialog
          passkey={removing}
          here={removing === here}
          busy={busy}
          onConfirm={() => void remove(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </section>
  );
}
