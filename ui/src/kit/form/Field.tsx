import { type HTMLInputAutoCompleteAttribute, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../buttons/Button";
import { classes } from "../classes";
import { CheckIcon, EyeIcon } from "../icons/icons-basic";
import { EyeOffIcon } from "../icons/icons-form";
import css from "./Field.module.css";
import { FieldFrame, type FieldFrameProps } from "./FieldFrame";

export interface FieldProps extends FieldFrameProps {
  name: string;
  value: string;
  /** `typed` is the raw input, before `clean`. */
  onChange(value: string, typed: string): void;
  onBlur?: (() => void) | undefined;
  type?: "text" | "email" | "tel" | "password" | "search" | "date";
  inputMode?: "text" | "email" | "tel" | "url" | "numeric" | "decimal";
  autoComplete?: HTMLInputAutoCompleteAttribute;
  /** A prefix such as +852. */
  affix?: string;
  /** Inside the box at its end, such as an icon button. */
  end?: ReactNode;
  /** Beside the box, such as a send button. */
  beside?: ReactNode;
  /** Accepted and fixed: sunken, with a tick. */
  locked?: boolean;
  disabled?: boolean;
  placeholder?: string;
  maxLength?: number;
  /** A code that is entered exactly as printed: no autocorrection, no capitalisation. */
  verbatim?: boolean;
  /** A code printed in capitals: phones show capitals, and small letters are accepted too. */
  capitals?: boolean;
  /** The id of an additional description, such as a list of rules. */
  describedBy?: string;
  /** Cleans the input, for example removes everything except digits. */
  clean?: (typed: string) => string;
}

/** One line of text. A password field has a button to show it. */
export function Field(props: FieldProps) {
  const { type = "text", locked = false, clean = (typed) => typed } = props;
  const { t } = useTranslation();
  const id = useId();
  const prose = type === "text" && !props.verbatim;
  const [shown, setShown] = useState(false);
  const box = (
    <div className={classes(css.box, Boolean(props.error) && css.error, locked && css.locked)}>
      {props.affix && <span className={css.affix}>{props.affix}</span>}
      <input
        id={id}
        name={props.name}
        type={type === "password" && shown ? "text" : type}
        value={props.value}
        inputMode={props.inputMode}
        autoComplete={props.autoComplete}
        autoCapitalize={props.capitals ? "characters" : prose ? undefined : "none"}
        spellCheck={prose ? undefined : false}
        placeholder={props.placeholder}
        maxLength={props.maxLength}
        required={props.required}
        readOnly={locked}
        disabled={props.disabled}
        aria-invalid={props.error ? true : undefined}
        aria-describedby={
          classes(Boolean(props.error || props.ok || props.hint) && `${id}-hint`, props.describedBy) ||
          undefined
        }
        onChange={(event) => {
          const input = event.currentTarget;
          const typed = input.value;
          const cleaned = clean(typed);
          if (typed !== cleaned) {
            const before = clean(typed.slice(0, input.selectionStart ?? undefined)).length;
            // React does not render an unchanged state, so the refused letters would stay in the box.
            input.value = cleaned;
            // E-mail fields have no selection to set.
            if (input.selectionStart !== null) input.setSelectionRange(before, before);
          }
          props.onChange(cleaned, typed);
        }}
        onBlur={props.onBlur}
      />
      {props.end}
      {type === "password" && (
        <IconButton label={shown ? t("hidePassword") : t("showPassword")} onClick={() => setShown(!shown)}>
          {shown ? <EyeOffIcon /> : <EyeIcon />}
        </IconButton>
      )}
      {locked && (
        <span className={css.tick}>
          <CheckIcon />
        </span>
      )}
    </div>
  );
  return (
    <FieldFrame {...props} id={id}>
      {props.beside ? (
        <div className={css.line}>
          {box}
          {props.beside}
        </div>
      ) : (
        box
      )}
    </FieldFrame>
  );
}
