import { useId } from "react";
import { Pip } from "./Blossom";
import { classes } from "./classes";
import css from "./Field.module.css";
import { FieldFrame, type FieldFrameProps } from "./FieldFrame";
import { StencilNumber } from "./StencilNumber";

// More digits than any balance has, and still a safe integer.
const DIGITS = 12;

interface AmountFieldProps extends FieldFrameProps {
  name: string;
  /** Digits only, without leading zeros; empty for nothing. */
  value: string;
  onChange(digits: string): void;
}

/** Whole points in stencil numerals, drawn over a real input. */
export function AmountField({ name, value, onChange, ...frame }: AmountFieldProps) {
  const id = useId();
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
            const digits = event.currentTarget.value.replace(/\D/g, "").replace(/^0+/, "").slice(0, DIGITS);
            event.currentTarget.value = digits;
            onChange(digits);
          }}
        />
      </div>
    </FieldFrame>
  );
}
