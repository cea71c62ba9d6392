import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { allOf, partners } from "../../kit/editor/kinds";
import { Filter } from "../../kit/Tools";

/** Chooses one partner of a report, or all. */
export function PartnerFilter({ chosen, onChoose }: { chosen: string; onChoose(id: string): void }) {
  const { t } = useTranslation("adminReports");
  const language = useLanguage();
  const all = useQuery(allOf(partners)).data ?? [];
  return (
    <Filter
      label={t("partner")}
      value={chosen}
      options={[
        { value: "", label: t("allPartners") },
        ...all.map(({ _id, name }) => ({ value: _id, label: localized(name, language) })),
      ]}
      onChoose={onChoose}
    />
  );
}
