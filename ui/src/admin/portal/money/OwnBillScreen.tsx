import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatDateTime, formatMonth } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { CsvLink, FileLink } from "../../kit/FileLink";
import { Days, Lines, Months } from "../../money/bills/BillParts";
import bills from "../../money/bills/Bills.module.css";
import { BillMonthFilter, useChosenMonth } from "../../money/bills/MonthFilter";
import { Sums } from "../../money/bills/Sums";
import { portalPaths } from "../paths";
import { ownBillQuery } from "./ownBill";

/** The partner's own bill for a month: closed, or so far. */
export function OwnBillScreen() {
  const { t } = useTranslation("portal");
  const { t: words } = useTranslation("adminBills");
  const language = useLanguage();
  const month = useChosenMonth();
  const found = useQuery(ownBillQuery(month));
  const { number, closed } = found.data ?? {};
  // A closed month without points has no number.
  const state = number === undefined ? words(closed ? "closed" : "open") : words("number", { number });
  return (
    <AdminPage
      title={t("bill.title", { month: formatMonth(month, language) })}
      line={state}
      extra={
        <>
          <CsvLink path="/api/merchant/bill" query={{ month }} of={t("nav.bills")} />
          <FileLink href={`/api/merchant/bill/pdf?month=${month}&language=${language}`}>PDF</FileLink>
        </>
      }
      actions={<BillMonthFilter bill={found.data} />}
    >
      <Loaded of={found} failed={words("failed")} skeleton={<RowSkeleton count={8} />}>
        {(bill) => (
          <div className={css.split}>
            <div>
              <Sums sums={bill} narrow />
              <Lines bill={bill} />
              <div className={bills.note}>
                <Note>
                  {bill.closed
                    ? t("bill.closed", { time: formatDateTime(bill.closed.at, language) })
                    : words("soFar")}
                </Note>
              </div>
              <Days bill={bill} />
            </div>
            <Months bill={bill} to={portalPaths.bills} />
          </div>
        )}
      </Loaded>
    </AdminPage>
  );
}
