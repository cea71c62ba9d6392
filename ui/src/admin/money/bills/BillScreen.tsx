import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { formatDateTime, formatMonth, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { CsvLink, FileLink } from "../../kit/FileLink";
import { adminPaths, recordPath } from "../../paths";
import { Days, Lines, Months } from "./BillParts";
import own from "./Bills.module.css";
import { billQuery } from "./bills";
import { BillMonthFilter, useChosenMonth } from "./MonthFilter";
import { Sums } from "./Sums";
import { Terms } from "./Terms";

/** One partner's bill for a month, with its lines, days, other months and rates. */
export function BillScreen() {
  const { t } = useTranslation("adminBills");
  const language = useLanguage();
  const { id = "" } = useParams();
  const month = useChosenMonth();
  const found = useQuery(billQuery(id, month));
  const path = `/api/admin/bills/${id}`;
  const { number, closed } = found.data ?? {};
  // A closed month without points has no number.
  const state = number === undefined ? t(closed ? "closed" : "open") : t("number", { number });
  return (
    <AdminPage
      title={found.data ? localized(found.data.name, language) : t("title")}
      line={[formatMonth(month, language), state].join(" · ")}
      back={{ to: `${adminPaths.bills}?month=${month}`, label: t("title") }}
      extra={
        <>
          <CsvLink path={path} query={{ month }} of={t("title")} />
          <FileLink href={`${path}/pdf?month=${month}&language=${language}`}>PDF</FileLink>
        </>
      }
      actions={<BillMonthFilter bill={found.data} />}
    >
      <Loaded of={found} failed={t("failed")} skeleton={<RowSkeleton count={8} />}>
        {(bill) => (
          <div className={css.split}>
            <div>
              <Sums sums={bill} narrow />
              <Lines bill={bill} />
              <div className={own.note}>
                <Note>
                  {bill.closed
                    ? t("closedBill", {
                        time: formatDateTime(bill.closed.at, language),
                        name: bill.closed.by,
                        number: formatPoints(bill.closed.ledgerNumber),
                      })
                    : t("soFar")}
                </Note>
              </div>
              <Days bill={bill} />
            </div>
            <div>
              <Months bill={bill} to={recordPath(adminPaths.bills, id)} />
              <Terms partner={id} />
            </div>
          </div>
        )}
      </Loaded>
    </AdminPage>
  );
}
