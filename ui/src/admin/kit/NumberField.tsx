import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field, type FieldProps } from "../../kit/form/Field";
import { decimalNumber, isRest, wholeNumber } from "../../kit/form/numbers";

interface NumberFieldProps extends Omit<FieldProps, "clean" | "inputMode" | "type" | "onChange"> {
  /** How many characters it has at most. */
  most: number;
  /** It may have a decimal point. */
  decimal?: boolean;
  onChange(value: string): void;
}

/** A number from zero on. Anything else leaves it as it was, and says so: without its point or its sign it would be another. */
export function NumberField({ most, decimal = false, error, value, onChange, ...rest }: NumberFieldProps) {
  const { t } = useTranslation("desk");
  const [refused, setRefused] = useState(false);
  const read = (typed: string) => (decimal ? decimalNumber(typed, most) : wholeNumber(typed, most));
  return (
    <Field
      {...rest}
      autoComplete="off"
      inputMode={decimal ? "decimal" : "numeric"}
      value={value}
      error={refused ? t(decimal ? "errors.decimal" : "errors.number") : error}
      clean={(typed) => read(typed) ?? value}
      onChange={(now, typed) => {
        setRefused((before) => read(typed) === undefined || (before && isRest(value, now)));
        onChange(now);
      }}
    />
  );
}
