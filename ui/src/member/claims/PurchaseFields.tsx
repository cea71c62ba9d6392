import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { partnersQuery } from "../../api/partners";
import { localized, useLanguage } from "../../i18n/language";
import { classes } from "../../kit/classes";
import { Field } from "../../kit/form/Field";
import box from "../../kit/form/Field.module.css";
import { FieldFrame, type FieldFrameProps } from "../../kit/form/FieldFrame";
import { SelectField } from "../../kit/form/SelectField";
import css from "./Claims.module.css";
import { DAYS_TO_CLAIM, daysBefore, LONGEST_NOTE, LONGEST_RECEIPT, today } from "./claims";

export type PurchaseForm = {
  partner: string;
  day: string;
  amountHkd: string;
  receipt: string;
  note: string;
};

interface FieldsProps {
  field(name: keyof PurchaseForm & string): {
    name: string;
    value: string;
    onChange(value: string): void;
    onBlur(): void;
  };
  error(name: keyof PurchaseForm & string): string | undefined;
}

/** Partner, date, amount and receipt number of a purchase. */
export function PurchaseFields({ field, error }: FieldsProps) {
  const { t } = useTranslation("claims");
  const hint = useId();
  return (
    <>
      <PartnerField label={t("partner")} required error={error("partner")} {...field("partner")} />
      <div className={css.pair}>
        <DateField label={t("day")} required error={error("day")} {...field("day")} />
        <Field
          {...field("amountHkd")}
          label={t("amount")}
          required
          affix="HK$"
          inputMode="decimal"
          autoComplete="off"
          verbatim
          maxLength={12}
          error={error("amountHkd")}
          describedBy={hint}
        />
      </div>
      <p id={hint} className={css.below}>
        {t("amountHint")}
      </p>
      <div className={css.apart}>
        <Field
          {...field("receipt")}
          label={t("receipt")}
          aside={t("optional")}
          autoComplete="off"
          verbatim
          maxLength={LONGEST_RECEIPT}
          error={error("receipt")}
        />
      </div>
    </>
  );
}

interface InputProps extends FieldFrameProps {
  name: string;
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
}

const described = (id: string, { error, hint }: FieldFrameProps) => ({
  "aria-invalid": error ? true : undefined,
  "aria-describedby": error || hint ? `${id}-hint` : undefined,
});

function PartnerField(props: InputProps) {
  const { t } = useTranslation("claims");
  const language = useLanguage();
  const options = (useQuery(partnersQuery()).data ?? [])
    .map((partner) => ({ value: partner._id, label: localized(partner.name, language) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return <SelectField {...props} empty={t("choosePartner")} options={options} />;
}

function DateField({ name, value, onChange, onBlur, ...frame }: InputProps) {
  const id = useId();
  const last = today();
  return (
    <FieldFrame {...frame} id={id}>
      <div className={classes(box.box, css.date, Boolean(frame.error) && box.error)}>
        <input
          id={id}
          name={name}
          type="date"
          value={value}
          min={daysBefore(last, DAYS_TO_CLAIM)}
          max={last}
          required={frame.required}
          {...described(id, frame)}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
        />
      </div>
    </FieldFrame>
  );
}

/** A text of a few lines, with the number of characters. */
export function NoteField({ name, value, onChange, onBlur, ...frame }: InputProps) {
  const { t } = useTranslation("claims");
  const id = useId();
  return (
    <div className={css.apart}>
      <FieldFrame {...frame} id={id} aside={t("optional")}>
        <div className={classes(box.box, css.note, Boolean(frame.error) && box.error)}>
          <textarea
            id={id}
            name={name}
            rows={3}
            value={value}
            maxLength={LONGEST_NOTE}
            {...described(id, frame)}
            onChange={(event) => onChange(event.currentTarget.value)}
            onBlur={onBlur}
          />
        </div>
      </FieldFrame>
    </div>
  );
}
