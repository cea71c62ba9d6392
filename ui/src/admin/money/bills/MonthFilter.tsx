import { formatMonth } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Filter } from "../../kit/Tools";
import { useAddress } from "../../kit/useAddress";
import { today } from "../reports/reports";
import { monthIn, monthsSince } from "./bills";

/** The month in the page's address, such as 2026-03; the present one by default. */
export function useChosenMonth(): string {
  const { get } = useAddress();
  return monthIn(get("month"), today().slice(0, 7));
}

interface MonthFilterProps {
  label: string;
  /** The first month to choose from; unknown while the page loads. */
  first: string | undefined;
}

/** Chooses the month in the page's address. */
export function MonthFilter({ label, first }: MonthFilterProps) {
  const language = useLanguage();
  const { change } = useAddress();
  const month = useChosenMonth();
  const present = today().slice(0, 7);
  return (
    <Filter
      label={label}
      value={month}
      options={monthsSince(first ?? month, present).map((one) => ({
        value: one,
        label: formatMonth(one, language),
      }))}
      onChoose={(one) => change({ month: one === present ? "" : one })}
    />
  );
}
