import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field, type FieldProps } from "../../kit/form/Field";
import { decimalNumber, isRest, wholeNumber } from "../../kit/form/numbers";

interface NumberFieldProps extends Omit<FieldProps, "clean" | "inputMode" | "type" | "onChange"> {
  /** Maximum length in characters. */
  most: number;
  /** True if a decimal point is allowed. */
  decimal?: boolean;
  onChange(value: string): void;
}

/** A number from zero up. Rejects other input with a message: dropping a sign or point changes the value. */
export function NumberField({ most, decimal = false, error, value, onChange, ...rest }: NumberFieldProps) {
  const { t } = useTranslation("admin");
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
