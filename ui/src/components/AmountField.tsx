import { useId, useState } from "react";
import { Pip } from "./Blossom";
import { classes } from "./classes";
import css from "./Field.module.css";
import { FieldFrame, type FieldFrameProps } from "./FieldFrame";
import { isRest, wholeNumber } from "./numbers";
import { StencilNumber } from "./StencilNumber";

// More digits than any balance has, and still a safe integer.
const DIGITS = 12;

interface AmountFieldProps extends FieldFrameProps {
  name: string;
  /** Digits only, without leading zeros; empty for nothing. */
  value: string;
  onChange(digits: string): void;
  /** What is said of anything but a whole number. */
  notWhole: string;
}

/** Whole points in stencil numerals, drawn over a real input. */
export function AmountField({ name, value, onChange, notWhole, ...given }: AmountFieldProps) {
  const id = useId();
  const [refused, setRefused] = useState(false);
  const frame = refused ? { ...given, error: notWhole } : given;
  return (
    <FieldFrame {...frame} id={id}>
      <div className={classes(css.box, css.amount, Boolean(frame.error) && css.error)}>
        <Pip size={34} red />
        {value && <StencilNumber value={Number(value)} height={value.length > 6 ? 36 : 52} hidden />}
        <i className={css.caret} />
        <input
          id={id}
          name={name}
          value={value}
          inputMode="numeric"
          autoComplete="off"
          required={frame.required}
          aria-invalid={frame.error ? true : undefined}
          aria-describedby={frame.error || frame.hint ? `${id}-hint` : undefined}
          onChange={(event) => {
            const typed = wholeNumber(event.currentTarget.value, DIGITS);
            // Less than what was meant would be another amount: the one before stays.
            const digits = typed === "0" ? "" : (typed ?? value);
            setRefused((before) => typed === undefined || (before && isRest(value, digits)));
            event.currentTarget.value = digits;
            if (digits !== value) onChange(digits);
          }}
        />
      </div>
    </FieldFrame>
  );
}
