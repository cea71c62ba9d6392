import { useTranslation } from "react-i18next";
import { formatDateTime, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Note } from "../../../kit/screen/Paper";
import { formatHkd } from "../../money/reports/reports";
import type { ProposalPage } from "./ownProposals";

/** The earning rules that a bonus hour meets, each with an example of a purchase. */
export function Meets({ page: { meets } }: { page: ProposalPage }) {
  const { t } = useTranslation("adminProposals");
  const language = useLanguage();
  if (meets.length === 0) return null;
  return (
    <Note tone="pollen">
      {t("meets")}
      <ul>
        {meets.map(({ name, at, amountHkd, points }) => (
          <li key={`${name.en} ${at}`}>
            {t("meetsOne", {
              name: localized(name, language),
              time: formatDateTime(at, language),
              bill: formatHkd(amountHkd),
              points: formatPoints(points),
            })}
          </li>
        ))}
      </ul>
    </Note>
  );
}
