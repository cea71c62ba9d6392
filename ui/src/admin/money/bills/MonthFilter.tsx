import { useTranslation } from "react-i18next";
import { formatMonth } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Filter } from "../../kit/Tools";
import { useAddress } from "../../kit/useAddress";
import { today } from "../reports/reports";
import { isOpenAt, monthIn, monthsSince, type PartnerBill } from "./bills";

/** The month in the page's address, such as 2026-03; the present one by default. */
export function useChosenMonth(): string {
  const { get } = useAddress();
  return monthIn(get("month"), today().slice(0, 7));
}

interface MonthFilterProps {
  label: string;
  /** The first month to choose from; unknown while the page loads. */
  first: string | undefined;
  /** The words of a month; its name by default. */
  word?: (month: string) => string;
}

/** Chooses the month in the page's address. */
export function MonthFilter({ label, first, word }: MonthFilterProps) {
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
        label: word ? word(one) : formatMonth(one, language),
      }))}
      onChoose={(one) => change({ month: one === present ? "" : one })}
    />
  );
}

/** Chooses the month of a partner's bill, and tells which months are not closed yet. */
export function BillMonthFilter({ bill }: { bill: PartnerBill | undefined }) {
  const { t } = useTranslation("adminBills");
  const language = useLanguage();
  const word = (one: string) => {
    const month = formatMonth(one, language);
    return bill && isOpenAt(bill, one) ? t("notClosed", { month }) : month;
  };
  return <MonthFilter label={t("month")} first={bill?.firstMonth} word={word} />;
}
