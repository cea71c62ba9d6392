import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type Answer, call } from "../../../api/call";
import type { paths } from "../../../api/schema";
import { formatDate, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { EmptyState } from "../../../kit/loading/EmptyState";
import { EmptyBench } from "../../../kit/loading/EmptyWork";
import { Loaded } from "../../../kit/loading/States";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import kpis from "../../entry/dashboard/Dashboard.module.css";
import { Kpi, KpiBones } from "../../entry/dashboard/Kpi";
import { AdminPage } from "../../kit/AdminPage";
import { BarList } from "../../kit/charts/BarList";
import { Select } from "../../kit/Inputs";
import { useAddress } from "../../kit/useAddress";
import own from "../Portal.module.css";
import { ofStaff, PORTAL } from "../portal";

type Counts = Answer<paths["/api/merchant/customers"]["get"]>;
const WEEKS = ["4", "13", "26", "52"] as const;
const VISITS = ["one", "few", "some", "many"] as const;

const customersQuery = (weeks: number) =>
  queryOptions({
    queryKey: [...PORTAL, "customers", weeks],
    queryFn: ({ signal }) => ofStaff(call("get", "/api/merchant/customers", { query: { weeks }, signal })),
  });

/** The numbers of members who come back. No person is named. */
export function CustomersScreen() {
  const { t } = useTranslation("portal");
  const { get, change } = useAddress();
  const weeks = WEEKS.find((one) => one === get("weeks")) ?? "13";
  const counts = useQuery(customersQuery(Number(weeks)));
  return (
    <AdminPage title={t("nav.customers")} line={t("customers.line")}>
      <div className={own.choose}>
        <Select<(typeof WEEKS)[number]>
          name="weeks"
          label={t("customers.weeks")}
          value={weeks}
          options={WEEKS.map((value) => ({ value, label: t("customers.last", { count: Number(value) }) }))}
          onChange={(chosen) => change({ weeks: chosen })}
        />
      </div>
      <Loaded of={counts} failed={t("failed")} skeleton={<KpiBones />}>
        {(found) => <Figures counts={found} />}
      </Loaded>
    </AdminPage>
  );
}

function Figures({ counts: { figures, from, to } }: { counts: Counts }) {
  const { t } = useTranslation("portal");
  const language = useLanguage();
  if (!figures)
    return (
      <EmptyState picture={<EmptyBench />} title={t("customers.tooFew")} text={t("customers.tooFewText")} />
    );
  const { members, cameBack, newMembers, visits, byVisits } = figures;
  const share = Math.round((cameBack / members) * 100);
  const day = (text: string) => formatDate(`${text}T04:00:00Z`, language);
  return (
    <>
      <div className={kpis.kpis}>
        <Kpi name={t("members")} value={members} line={`${day(from)} – ${day(to)}`} />
        <Kpi
          name={t("customers.cameBack")}
          swatch={kpis.leaf}
          tone={kpis.inLeaf}
          value={cameBack}
          line={t("customers.share", { share })}
        />
        <Kpi name={t("customers.new")} value={newMembers} line={t("customers.newLine")} />
        <Kpi
          name={t("customers.visits")}
          value={visits}
          line={t("customers.each", { number: (visits / members).toFixed(1) })}
        />
      </div>
      <section className={css.panel}>
        <div className={css.panelHead}>
          <h2>{t("customers.byVisits")}</h2>
        </div>
        <BarList
          rows={VISITS.map((key, place) => ({
            key,
            name: t(`customers.groups.${key}`),
            value: byVisits[place] ?? 0,
            shown: formatPoints(byVisits[place] ?? 0),
          }))}
        />
      </section>
      <div className={own.after}>
        <Note>{t("customers.private")}</Note>
      </div>
    </>
  );
}
