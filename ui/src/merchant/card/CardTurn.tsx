import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/buttons/Button";
import { Modal } from "../../kit/dialog/Dialog";
import { EyeIcon } from "../../kit/icons/icons-basic";
import { Note } from "../../kit/screen/Paper";
import { CINQUEFOIL } from "../../kit/screen/petals";
import type { Key } from "../award/amount";
import { Keypad, keyOf } from "../kit/Keypad";
import css from "./CardTurn.module.css";

const SHORTEST = 4;
const LONGEST = 6;
/** After this time without input the PIN prompt closes. */
const PATIENCE_MS = 60_000;

interface CardTurnProps {
  title: string;
  text: string;
  submit: string;
  kind?: "points" | "leaf";
  busy: string | false;
  /** The reason why the last PIN was refused. */
  refused?: string | undefined;
  /** Explains what the PIN is for. */
  children?: ReactNode;
  /** Below the button: the connection state. */
  foot?: ReactNode;
  onPin(pin: string): void;
  onCancel(): void;
}

/** PIN entry by the card holder; the screen shows from a distance that it is the customer's turn. */
export function CardTurn(props: CardTurnProps) {
  const { title, text, submit, kind = "leaf", busy, refused, children, foot, onPin, onCancel } = props;
  const { t } = useTranslation("counter");
  const heading = useId();
  const [pin, setPin] = useState("");
  const press = (key: Key) => {
    if (busy) return;
    setPin((before) => (key === "erase" ? before.slice(0, -1) : (before + key).slice(0, LONGEST)));
  };
  const send = () => {
    if (busy || pin.length < SHORTEST) return;
    // Whatever the result, the next try starts with an empty PIN.
    setPin("");
    onPin(pin);
  };
  const latest = useRef({ press, send, onCancel });
  latest.current = { press, send, onCancel };
  useEffect(() => {
    const typed = (event: KeyboardEvent) => {
      const key = keyOf(event.key);
      if (key && key !== ".") latest.current.press(key);
      if (event.key === "Enter" && !(event.target instanceof HTMLButtonElement)) latest.current.send();
    };
    window.addEventListener("keydown", typed);
    return () => window.removeEventListener("keydown", typed);
  }, []);
  useEffect(() => {
    if (busy) return;
    const timer = setTimeout(() => latest.current.onCancel(), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [busy, pin]);
  return (
    <Modal className={css.turn} labelledBy={heading} onClose={() => !busy && onCancel()}>
      <header className={css.head}>
        <p className={css.away}>
          <EyeIcon size={20} />
          {t("cardPin.away")}
        </p>
        <h1 id={heading}>{title}</h1>
        <p>{text}</p>
      </header>
      <div className={css.main}>
        {children}
        <div className={css.dots} role="img" aria-label={t("cardPin.digits", { count: pin.length })}>
          {Array.from({ length: LONGEST }, (_, place) => (
            <svg key={place} viewBox="-52 -52 104 104" aria-hidden="true">
              <path className={place < pin.length ? css.typed : css.free} d={CINQUEFOIL} />
            </svg>
          ))}
        </div>
        {refused && !busy && (
          <div role="alert">
            <Note tone="plum">{refused}</Note>
          </div>
        )}
        <Keypad onPress={press} />
        {foot}
        <div className={css.foot}>
          <Button kind={kind} block disabled={!busy && pin.length < SHORTEST} busy={busy} onClick={send}>
            {submit}
          </Button>
          <Button kind="text" block disabled={Boolean(busy)} onClick={onCancel}>
            {t("cardPin.cancel")}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
