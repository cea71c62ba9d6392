import { useEffect, useId, useMemo, useReducer } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../buttons/Button";
import { classes } from "../classes";
import css from "./Field.module.css";
import { FieldFrame, type FieldFrameProps } from "./FieldFrame";

const LENGTH = 6;

interface OneTimeCodeProps extends FieldFrameProps {
  name: string;
  value: string;
  onChange(code: string): void;
  /** Called when all six digits are entered. */
  onComplete?(code: string): void;
  disabled?: boolean;
}

/** Six cells over one real input, so that paste, autofill and screen readers see a normal field. */
export function OneTimeCode({ name, value, onChange, onComplete, disabled, ...frame }: OneTimeCodeProps) {
  const id = useId();
  return (
    <FieldFrame {...frame} id={id}>
      <div className={classes(css.code, Boolean(frame.error) && css.codeError)}>
        <input
          id={id}
          name={name}
          value={value}
          inputMode="numeric"
          autoComplete="one-time-code"
          required={frame.required}
          disabled={disabled}
          aria-invalid={frame.error ? true : undefined}
          aria-describedby={frame.error || frame.hint ? `${id}-hint` : undefined}
          onChange={(event) => {
            const digits = event.currentTarget.value.replace(/\D/g, "").slice(0, LENGTH);
            event.currentTarget.value = digits;
            onChange(digits);
            if (digits.length === LENGTH && digits !== value) onComplete?.(digits);
          }}
        />
        {Array.from({ length: LENGTH }, (_, index) => (
          <b
            key={index}
            className={classes(css.cell, index === Math.min(value.length, LENGTH - 1) && css.next)}
            aria-hidden="true"
          >
            {value[index]}
          </b>
        ))}
      </div>
    </FieldFrame>
  );
}

interface ResendButtonProps {
  /** The text while a code can be sent: "Send code", "Resend". */
  label: string;
  /** The time from which a code may be sent again, in ms since 1970; 0 means now. */
  readyAt: number;
  disabled?: boolean;
  busy?: string | false;
  onClick(): void;
}

/** A send button with a countdown from 1:00. */
export function ResendButton({ label, readyAt, disabled = false, busy = false, onClick }: ResendButtonProps) {
  const { t } = useTranslation("account");
  const left = useSecondsUntil(readyAt);
  return (
    <Button kind="quiet" small disabled={disabled || left > 0} busy={busy} onClick={onClick}>
      {left > 0 ? t("resendIn", { time: waitText(left) }) : label}
    </Button>
  );
}

/** 0:45 */
export const waitText = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Whole seconds until a moment, in ms since 1970, counting down; 0 once it has passed. */
export function useSecondsUntil(moment: number): number {
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  const over = useMemo(() => performance.now() + moment - Date.now(), [moment]);
  useEffect(() => {
    if (msUntil(moment, over) <= 0) return;
    const timer = setInterval(() => {
      look();
      if (msUntil(moment, over) <= 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [moment, over]);
  return Math.max(0, Math.ceil(msUntil(moment, over) / 1000));
}

// Uses two clocks: the device's may be set back during the wait; the other stops while some devices sleep.
const msUntil = (moment: number, over: number) => Math.min(moment - Date.now(), over - performance.now());
