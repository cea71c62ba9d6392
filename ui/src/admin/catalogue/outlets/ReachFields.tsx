import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "../../../kit/form/Field";
import { DISTRICTS } from "../../../shared/districts";
import { HoursFields } from "../../kit/HoursFields";
import { Select } from "../../kit/Inputs";
import type { OutletInput } from "./outlets";
import { positionIn, positionText } from "./position";

interface ReachFieldsProps {
  outlet: OutletInput;
  /** The server's refusals by field. */
  refused: Record<string, string>;
  onChange(change: Partial<OutletInput>): void;
  /** Receives whether the position is empty or can be read. */
  onReadable(readable: boolean): void;
}

/** The fields by which members find and reach the outlet: district, position, phone and opening hours. */
export function ReachFields({ outlet, refused, onChange, onReadable }: ReachFieldsProps) {
  const { t } = useTranslation("adminCounters");
  const { t: explorer } = useTranslation("explorer");
  const { district, position, phone = "", hours = [] } = outlet;
  const [typed, setTyped] = useState(positionText(position ?? undefined));
  const isReadable = (text: string) => text.trim() === "" || positionIn(text) !== undefined;
  return (
    <>
      <Select
        name="district"
        label={t("outletFields.district")}
        value={district ?? ""}
        options={[
          { value: "", label: t("outletFields.noDistrict") },
          ...DISTRICTS.map((one) => ({ value: one, label: explorer(`districts.${one}`) })),
        ]}
        onChange={(chosen) => onChange({ district: chosen === "" ? null : chosen })}
      />
      <Field
        name="position"
        label={t("outletFields.position")}
        hint={t("outletFields.positionHint")}
        value={typed}
        maxLength={40}
        autoComplete="off"
        verbatim
        error={isReadable(typed) ? refused.position : t("outletFields.positionWrong")}
        onChange={(text) => {
          setTyped(text);
          onReadable(isReadable(text));
          onChange({ position: positionIn(text) ?? null });
        }}
      />
      <Field
        name="phone"
        label={t("outletFields.phone")}
        inputMode="tel"
        value={phone}
        maxLength={40}
        autoComplete="off"
        verbatim
        error={refused.phone}
        onChange={(text) => onChange({ phone: text })}
      />
      <HoursFields
        name="hours"
        legend={t("outletFields.hours")}
        hint={t("outletFields.hoursHint")}
        hours={hours}
        refused={Boolean(refused.hours)}
        onChange={(changed) => onChange({ hours: changed })}
      />
    </>
  );
}
