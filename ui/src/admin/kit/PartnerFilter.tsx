import { useQuery } from "@tanstack/react-query";
import { localized, useLanguage } from "../../i18n/language";
import { allOf, partners } from "./editor/kinds";
import { Filter } from "./Tools";

interface PartnerFilterProps {
  label: string;
  /** Label while no partner is chosen. */
  all: string;
  value: string;
  onChoose(partner: string): void;
}

/** A filter by one of the partners, above a list. */
export function PartnerFilter({ label, all, value, onChoose }: PartnerFilterProps) {
  const language = useLanguage();
  const shops = useQuery(allOf(partners)).data ?? [];
  return (
    <Filter
      label={label}
      value={value}
      options={[
        { value: "", label: all },
        ...shops.map(({ _id, name }) => ({ value: _id, label: localized(name, language) })),
      ]}
      onChoose={onChoose}
    />
  );
}
