import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { IconButton } from "../../../kit/buttons/Button";
import { Segment } from "../../../kit/form/Segment";
import { BackIcon, ChevronIcon } from "../../../kit/icons/icons-basic";
import { QuietTill } from "../../../kit/loading/EmptyWork";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { Select } from "../../kit/Inputs";
import { NothingYet } from "../../kit/NothingYet";
import { useAddress } from "../../kit/useAddress";
import { plusDays, today } from "../../money/reports/reports";
import { HourBars } from "../HourBars";
import own from "../Portal.module.css";
import { ownOutletsQuery, type Sales, type SalesAsked, type SalesPeriod, salesQuery } from "../portal";
import { usePortalWords } from "../usePortalWords";
import { DayBars } from "./DayBars";
import { Events } from "./Events";
import { Heat } from "./Heat";
import { SalesFile } from "./SalesFile";
import { SalesTable } from "./SalesTable";

const PERIODS: readonly SalesPeriod[] = ["day", "week", "month"];

/** Sales of a day, a week or a month, by outlet, cashier, hour and day, compared with the period before. */
export function SalesScreen() {
  const { t } = useTranslation("portal");
  const { against, days } = usePortalWords();
  const { get, change } = useAddress();
  const period = PERIODS.find((one) => one === get("period")) ?? "week";
  const asked: SalesAsked = { period, day: get("day"), outlet: get("outlet") };
  const sales = useQuery(salesQuery(asked));
  return (
    <AdminPage
      title={t("nav.sales")}
      line={sales.data ? `${days(sales.data)} · ${against(sales.data)}` : t("sales.line")}
      actions={
        <Segment<SalesPeriod>
          label={t("sales.period")}
          chosen={period}
          onChoose={(chosen) => change({ period: chosen })}
          options={PERIODS.map((value) => ({ value, label: t(`sales.periods.${value}`) }))}
        />
      }
    >
      <div className={own.choose}>
        <Days sales={sales.data} onChoose={(day) => change({ day })} />
        <Outlet chosen={asked.outlet ?? ""} onChoose={(outlet) => change({ outlet })} />
      </div>
      <Loaded of={sales} failed={t("failed")} skeleton={<RowSkeleton count={6} />}>
        {(found) => <Found sales={found} asked={asked} />}
      </Loaded>
    </AdminPage>
  );
}

/** Goes to the period before and after. */
function Days({ sales, onChoose }: { sales: Sales | undefined; onChoose(day: string): void }) {
  const { t } = useTranslation("portal");
  const { days } = usePortalWords();
  if (!sales) return <p className={own.days} />;
  const last = sales.to >= today();
  return (
    <div className={own.days}>
      <IconButton label={t("sales.earlier")} onClick={() => onChoose(plusDays(sales.from, -1))}>
        <BackIcon size={20} />
      </IconButton>
      {days(sales)}
      {!last && (
        <IconButton label={t("sales.later")} onClick={() => onChoose(plusDays(sales.to, 1))}>
          <ChevronIcon size={20} />
        </IconButton>
      )}
    </div>
  );
}

function Outlet({ chosen, onChoose }: { chosen: string; onChoose(outlet: string): void }) {
  const { t } = useTranslation("portal");
  const language = useLanguage();
  const outlets = useQuery(ownOutletsQuery()).data ?? [];
  return (
    <div className={own.outlet}>
      <Select<string>
        name="outlet"
        label={t("sales.outlet")}
        value={chosen}
        options={[
          { value: "", label: t("sales.allOutlets") },
          ...outlets.map(({ _id, name }) => ({ value: _id, label: localized(name, language) })),
        ]}
        onChange={onChoose}
      />
    </div>
  );
}

function Found({ sales, asked }: { sales: Sales; asked: SalesAsked }) {
  const { t } = useTranslation("portal");
  const { against, outlet } = usePortalWords();
  return (
    <>
      <SalesTable
        title={t("sales.byOutlet")}
        head={t("sales.outlet")}
        by="outlet"
        rows={sales.outlets}
        name={outlet}
        sales={sales}
        asked={asked}
      />
      <SalesTable
        title={t("sales.byCashier")}
        head={t("sales.cashier")}
        by="cashier"
        rows={sales.cashiers}
        name={({ by }) => by ?? ""}
        sales={sales}
        asked={asked}
      />
      <section className={css.panel}>
        <div className={css.panelHead}>
          <h2>{t("sales.byHour")}</h2>
          <SalesFile asked={asked} by="hour" of={t("sales.byHour")} />
        </div>
        {sales.hours.length === 0 ? (
          <NothingYet picture={<QuietTill />}>{t("sales.empty")}</NothingYet>
        ) : (
          <>
            <HourBars rows={sales.hours} label={t("sales.byHour")} />
            <p className={css.soft}>{t("home.line2", { period: against(sales) })}</p>
          </>
        )}
      </section>
      {sales.period === "day" ? (
        <Events day={sales.from} />
      ) : (
        <>
          <DayBars sales={sales} asked={asked} />
          <Heat grid={sales.grid} />
        </>
      )}
    </>
  );
}
