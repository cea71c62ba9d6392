import { useTranslation } from "react-i18next";
import { formatDate } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Segment } from "../../../kit/form/Segment";
import { Note } from "../../../kit/screen/Paper";
import adminCss from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { DayInput } from "../../kit/DayInput";
import { CsvLink, FileLink } from "../../kit/FileLink";
import { useLetterKeys } from "../../kit/keys";
import { useAddress } from "../../kit/useAddress";
import { today } from "../../money/reports/reports";
import { useMay } from "../../session";
import { Checklist } from "./Checklist";
import css from "./Dashboard.module.css";
import { Expiring } from "./Expiring";
import { Flows } from "./Flows";
import { Kpis } from "./Kpis";
import { LowStock } from "./LowStock";
import { RANGES, type Range, useRange } from "./range";
import { TopItems } from "./TopItems";
import { TopPartners } from "./TopPartners";
import { Waits } from "./Waits";

const noon = (day: string) => `${day}T04:00:00Z`;

/** The liability and the key figures, each beside the equal period before, and the work that waits. */
export function DashboardScreen() {
  const { t } = useTranslation("adminDashboard");
  const language = useLanguage();
  const range = useRange();
  const { get, change } = useAddress();
  const mayRun = useMay("runProgramme");
  const [four, twelve, year] = RANGES;
  const asTable = get("view") === "table";
  const toggle = () => change({ view: asTable ? "" : "table" });
  useLetterKeys({
    1: () => range.choose(four),
    2: () => range.choose(twelve),
    3: () => range.choose(year),
    4: range.chooseDays,
    t: toggle,
  });
  const { span, before, sound } = range;
  return (
    <AdminPage
      title={t("title")}
      line={
        sound &&
        t("line", {
          from: formatDate(noon(span.from), language),
          to: formatDate(noon(span.to), language),
          before: t(`before.${range.preset ?? "days"}`),
        })
      }
      actions={<RangeTools range={range} />}
    >
      {mayRun && <Checklist />}
      {sound ? (
        <>
          <Kpis span={span} before={before} />
          <div className={css.grid}>
            <div className={css.stack}>
              <Flows range={range} asTable={asTable} onToggle={toggle} />
              <div className={css.pair}>
                <TopPartners span={span} before={before} />
                <TopItems span={span} />
              </div>
            </div>
            <div className={css.stack}>
              <Waits />
              <Expiring />
              <LowStock />
            </div>
          </div>
        </>
      ) : (
        <Note tone="plum">{t("range.unsound")}</Note>
      )}
    </AdminPage>
  );
}

/** Chooses the range, and downloads its days. */
function RangeTools({ range }: { range: Range }) {
  const { t } = useTranslation("adminDashboard");
  const language = useLanguage();
  const { span, preset, byDays, sound, change } = range;
  const now = today();
  return (
    <>
      {byDays && (
        <div className={`${adminCss.tools} ${css.days}`}>
          <DayInput
            label={t("range.from")}
            value={span.from}
            max={now}
            onChange={(from) => from && change({ from })}
          />
          <DayInput label={t("range.to")} value={span.to} max={now} onChange={(to) => to && change({ to })} />
        </div>
      )}
      <Segment<string>
        label={t("range.label")}
        options={[
          ...RANGES.map((days) => ({ value: days, label: t(`range.${days}`) })),
          { value: "days", label: t("range.days") },
        ]}
        chosen={preset ?? "days"}
        onChoose={(value) => {
          const days = RANGES.find((one) => one === value);
          if (days) range.choose(days);
          else range.chooseDays();
        }}
      />
      <CsvLink path="/api/admin/reports/summary" query={{ ...span }} />
      {sound && (
        <FileLink
          href={`/api/admin/reports/dashboard/pdf?${new URLSearchParams({ ...span, language })}`}
          label={t("pdf")}
        >
          PDF
        </FileLink>
      )}
    </>
  );
}
