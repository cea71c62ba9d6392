import { useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../buttons/Button";
import { Field } from "../form/Field";
import { useForm } from "../form/useForm";
import css from "./ScannerDialog.module.css";

interface TypedCodeProps {
  onText(text: string): void;
  busy: string | false;
  /** Initial text. */
  first: string;
  onTyping(text: string): void;
}

/** A form to type the code. */
export function TypedCode({ onText, busy, first, onTyping }: TypedCodeProps) {
  const { t } = useTranslation("scan");
  const form = useForm<{ code: string }, "typeRequired">({
    initial: { code: first },
    check: ({ code }) => (code.trim() === "" ? { code: "typeRequired" } : {}),
    submit: async ({ code }) => onText(code.trim()),
  });
  const error = form.error("code");
  const box = useRef<HTMLDivElement>(null);
  // Focus the input after choosing to type; the pressed button stays below it.
  useLayoutEffect(() => box.current?.querySelector("input")?.focus(), []);
  return (
    <form className={css.card} onSubmit={form.onSubmit} noValidate>
      <div ref={box}>
        <Field
          {...form.field("code")}
          onChange={(code) => {
            form.set("code", code);
            onTyping(code);
          }}
          label={t("typeLabel")}
          hint={t("typeHint")}
          autoComplete="off"
          verbatim
          capitals
          maxLength={2048}
          required
          error={error && t(error)}
        />
      </div>
      <div className={css.send}>
        <Button type="submit" block busy={busy}>
          {t("useCode")}
        </Button>
      </div>
    </form>
  );
}
