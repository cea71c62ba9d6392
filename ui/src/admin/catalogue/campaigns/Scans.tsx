import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatDay, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { Bars } from "../../kit/Bars";
import { useErrorText } from "../../kit/errorText";
import { CsvLink } from "../../kit/FileLink";
import { DAYS, scansQuery } from "./scans";

/** Scans of a campaign, day by day. */
export function Scans({ id }: { id: string }) {
  const { t } = useTranslation("adminCampaigns");
  const language = useLanguage();
  const say = useErrorText();
  const scans = useQuery(scansQuery(id));
  const sum = scans.data?.reduce((all, day) => all + day.scans, 0) ?? 0;
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("scans.title")}</h2>
        {scans.data && (
          <span className={css.soft}>{t("scans.sum", { count: sum, shown: formatPoints(sum) })}</span>
        )}
        <CsvLink path={`/api/admin/campaigns/${id}/scans`} of={t("scans.title")} />
      </div>
      {scans.isError && <Note tone="plum">{say(scans.error)}</Note>}
      {scans.data && (
        <Bars
          label={t("scans.label", { count: DAYS })}
          heads={[t("scans.day"), t("claims")]}
          bars={scans.data.map(({ day, scans: value }) => ({
            key: day,
            label: formatDay(day, language),
            value,
            shown: formatPoints(value),
          }))}
        />
      )}
    </section>
  );
}
