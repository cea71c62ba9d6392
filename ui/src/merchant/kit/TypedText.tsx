import { useLayoutEffect, useRef, useState } from "react";
import { Button } from "../../kit/buttons/Button";
import { Field } from "../../kit/form/Field";
import { useForm } from "../../kit/form/useForm";
import { CodeKeys } from "../coupon/CodeKeys";
import css from "./Camera.module.css";

/** Labels of a code that is typed. */
export interface TypedWords {
  action: string;
  label: string;
  hint: string;
  required: string;
  submit: string;
}

interface TypedTextProps {
  words: TypedWords;
  /** True if the keys of a coupon's short code are shown below the field. */
  keys: boolean;
  /**
   * True if somebody pressed a button to type. The field then gets the focus, unless the keyboard of a touch
   * screen would cover the keys.
   */
  asked: boolean;
  busy: string | false;
  trouble: string | undefined;
  onText(text: string): void;
}

/** The field for a code that is typed. */
export function TypedText({ words, keys, asked, busy, trouble, onText }: TypedTextProps) {
  const [tried, setTried] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const form = useForm<{ text: string }, "required">({
    initial: { text: "" },
    check: ({ text }) => (text.trim() === "" ? { text: "required" } : {}),
    submit: async ({ text }) => {
      setTried(text);
      // The next scan or key replaces a code that was not found.
      box.current?.querySelector("input")?.select();
      onText(text.trim());
    },
  });
  const error = form.error("text") && words.required;
  useLayoutEffect(() => {
    // On a touch screen, focus would open the on-screen keyboard over these keys.
    const covers = keys && !matchMedia("(pointer: fine)").matches;
    if (asked && !covers) box.current?.querySelector("input")?.focus();
  }, [asked, keys]);
  const send = (
    <Button type="submit" block={keys} busy={busy}>
      {words.submit}
    </Button>
  );
  return (
    <form className={css.card} onSubmit={form.onSubmit} noValidate>
      <div ref={box}>
        <Field
          {...form.field("text")}
          label={words.label}
          hint={words.hint}
          autoComplete="off"
          verbatim
          maxLength={200}
          required
          error={error ?? (form.values.text === tried ? trouble : undefined)}
          beside={keys ? undefined : send}
        />
      </div>
      {keys && (
        <>
          <CodeKeys typed={form.values.text} onType={(text) => form.set("text", text)} />
          <div className={css.send}>{send}</div>
        </>
      )}
    </form>
  );
}
