import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./Button";
import { classes } from "./classes";
import css from "./Field.module.css";
import { FieldFrame, type FieldFrameProps } from "./FieldFrame";

const LENGTH = 6;

interface OneTimeCodeProps extends FieldFrameProps {
  name: string;
  value: string;
  onChange(code: string): void;
  /** All six digits are there. */
  onComplete?(code: string): void;
  disabled?: boolean;
}

/** Six cells over one real input, so that paste, autofill and screen readers meet a plain field. */
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
  /** The words while a code may be sent: "Send code", "Resend". */
  label: string;
  /** When a code may be sent again, in ms since 1970; 0 for now. */
  readyAt: number;
  disabled?: boolean;
  busy?: string | false;
  onClick(): void;
}

/** A send button that counts the wait down, from 1:00. */
export function ResendButton({ label, readyAt, disabled = false, busy = false, onClick }: ResendButtonProps) {
  const { t } = useTranslation("account");
  const left = useSecondsUntil(readyAt);
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return (
    <Button kind="quiet" small disabled={disabled || left > 0} busy={busy} onClick={onClick}>
      {left > 0 ? t("resendIn", { time }) : label}
    </Button>
  );
}

/** Whole seconds until a moment, counting down; 0 once it has passed. */
export function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(Date.now);
  const waiting = moment > now;
  useEffect(() => {
    if (moment <= Date.now()) return;
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= moment) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [moment]);
  return waiting ? Math.ceil((moment - now) / 1000) : 0;
}
