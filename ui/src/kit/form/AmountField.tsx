import { useId, useState } from "react";
import { classes } from "../classes";
import { Pip } from "../screen/Blossom";
import { StencilNumber } from "../screen/StencilNumber";
import css from "./Field.module.css";
import { FieldFrame, type FieldFrameProps } from "./FieldFrame";
import { type AmountRefusal, isRest, wholeNumber, whyNoAmount } from "./numbers";

// More digits than any balance has, and still a safe integer.
const DIGITS = 12;

interface AmountFieldProps extends FieldFrameProps {
  name: string;
  /** Digits only, without leading zeros; empty for no amount. */
  value: string;
  onChange(digits: string): void;
  /** The error texts for input that is no valid amount. */
  refusals: Record<AmountRefusal, string>;
}

/** Whole points in stencil numerals, drawn over a real input. */
export function AmountField({ name, value, onChange, refusals, ...given }: AmountFieldProps) {
  const id = useId();
  const [refused, setRefused] = useState<AmountRefusal>();
  const frame = refused ? { ...given, error: refusals[refused] } : given;
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
            // Keep the previous amount: only part of the input would be another amount.
            const digits = typed === "0" ? "" : (typed ?? value);
            const why = whyNoAmount(event.currentTarget.value, DIGITS);
            // A number after a zero is not the rest of it, so the error goes.
            setRefused((before) => why ?? (before !== "zero" && isRest(value, digits) ? before : undefined));
            event.currentTarget.value = digits;
            if (digits !== value) onChange(digits);
          }}
        />
      </div>
    </FieldFrame>
  );
}
