import { useTranslation } from "react-i18next";
import { IconButton } from "../../../kit/buttons/Button";
import { CloseIcon } from "../../../kit/icons/icons-basic";
import { Select } from "../../kit/Inputs";
import { listOf } from "./form";
import css from "./Rules.module.css";

interface PickManyProps {
  name: string;
  label: string;
  /** Shown while nothing is chosen, such as every partner. */
  any: string;
  hint?: string | undefined;
  error: string | undefined;
  disabled: boolean;
  /** The chosen values with commas. */
  value: string;
  options: readonly { value: string; label: string }[];
  onChange(value: string): void;
}

/** Several of many values: a list to choose from, and the chosen ones below it. */
export function PickMany({ value, options, any, onChange, disabled, ...field }: PickManyProps) {
  const { t } = useTranslation("adminRules");
  const chosen = listOf(value);
  const rest = options.filter((option) => !chosen.includes(option.value));
  const nameOf = (one: string) => options.find((option) => option.value === one)?.label ?? t("says.unknown");
  return (
    <div>
      <Select<string>
        {...field}
        value=""
        disabled={disabled || rest.length === 0}
        options={[{ value: "", label: chosen.length === 0 ? any : t("form.more") }, ...rest]}
        onChange={(added) => added && onChange([...chosen, added].join(","))}
      />
      <ul className={css.chips} aria-label={field.label}>
        {chosen.map((one) => (
          <li key={one}>
            {nameOf(one)}
            <IconButton
              label={t("form.drop", { name: nameOf(one) })}
              disabled={disabled}
              onClick={() => onChange(chosen.filter((other) => other !== one).join(","))}
            >
              <CloseIcon size={16} />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
