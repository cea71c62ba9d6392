import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/buttons/Button";
import { Note } from "../../kit/screen/Paper";
import text from "../../kit/styles/text.module.css";
import type { Key } from "../award/amount";
import { Keypad, keyOf } from "../kit/Keypad";
import { said } from "../kit/said";
import { isRefused, lookAgain, signInByDeviceLock, signInByPin, type Till } from "../kit/till";
import { useTillKeys } from "../kit/useTillKeys";
import css from "./EntryPage.module.css";
import { PasskeyButton } from "./PasskeyButton";

const SHORTEST = 4;
const LONGEST = 8;

export function PinForm({ cashier, onBack }: { cashier: Till["cashiers"][number]; onBack(): void }) {
  const { t } = useTranslation("counter");
  const [pin, setPin] = useState("");
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  const press = (key: Key) => {
    if (busy) return;
    setFailed(undefined);
    setPin((before) => (key === "erase" ? before.slice(0, -1) : (before + key).slice(0, LONGEST)));
  };
  const submit = async () => {
    if (busy || pin.length < SHORTEST) return;
    setBusy(true);
    try {
      await signInByPin(cashier._id, pin);
    } catch (error) {
      setPin("");
      setFailed(said(error, t("line.down"), t("signIn.failed")));
      if (isRefused(error, "till_locked", "till_not_enrolled")) void lookAgain();
    } finally {
      setBusy(false);
    }
  };
  const latest = useRef({ press, submit });
  latest.current = { press, submit };
  useEffect(() => {
    const typed = (event: KeyboardEvent) => {
      const key = keyOf(event.key);
      if (key && key !== ".") latest.current.press(key);
      // Enter already presses the focused button.
      if (event.key === "Enter" && !(event.target instanceof HTMLButtonElement)) void latest.current.submit();
    };
    window.addEventListener("keydown", typed);
    return () => window.removeEventListener("keydown", typed);
  }, []);
  useTillKeys(true, { Escape: onBack });
  return (
    <>
      <p className={text.mid}>{t("signIn.pin")}</p>
      <div className={css.dots} role="img" aria-label={t("signIn.digits", { count: pin.length })}>
        {[...pin].map((_, place) => (
          <i key={place} />
        ))}
      </div>
      {failed && <Note tone="plum">{failed}</Note>}
      <Keypad onPress={press} />
      <Button block disabled={pin.length < SHORTEST} busy={busy && t("signIn.busy")} onClick={submit}>
        {t("signIn.submit")}
      </Button>
      {cashier.passkey && (
        <PasskeyButton refusal={t("lock.refused")} enter={() => signInByDeviceLock(cashier._id)}>
          {t("lock.enter")}
        </PasskeyButton>
      )}
      <div className={css.other}>
        <Button kind="text" onClick={onBack}>
          {t("signIn.notMe")}
        </Button>
      </div>
    </>
  );
}
