import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatDate, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { Bars } from "../../kit/Bars";
import { useMay } from "../../session";
import { formatHkd, today } from "../reports/reports";
import own from "./Expiry.module.css";
import { type ExpiryReport, type ExpiryVersion, expiryQuery } from "./expiry";
import { PolicyEditor } from "./PolicyEditor";
import { useRuleWords } from "./usePolicyWords";

/** The points that expire by month, their worth, and the policy. */
export function ExpiryScreen() {
  const { t } = useTranslation("adminExpiry");
  const report = useQuery(expiryQuery());
  const mayChange = useMay("own");
  return (
    <AdminPage title={t("title")} line={report.data && <Standing report={report.data} />}>
      <Loaded of={report} failed={t("failed")} skeleton={<RowSkeleton count={8} />}>
        {(found) => (
          <div className={own.split}>
            <div>
              <ByMonth report={found} />
              <History versions={found.history} />
            </div>
            {mayChange && (
              <PolicyEditor key={found.version} holds={found.next ?? found.inForce} version={found.version} />
            )}
          </div>
        )}
      </Loaded>
    </AdminPage>
  );
}

function Standing({ report: { inForce, next } }: { report: ExpiryReport }) {
  const { t } = useTranslation("adminExpiry");
  const language = useLanguage();
  const words = useRuleWords();
  return (
    <>
      {inForce ? t("on", { version: inForce.version, rule: words(inForce.policy.rule) }) : t("off")}
      {next &&
        ` ${t("next", { version: next.version, rule: words(next.policy.rule), day: formatDate(next.starts, language) })}`}
    </>
  );
}

function ByMonth({ report: { months, total, lasting } }: { report: ExpiryReport }) {
  const { t } = useTranslation("adminExpiry");
  const language = useLanguage();
  const tag = { en: "en-GB", zh: "zh-Hans", zhhk: "zh-Hant-HK" }[language];
  const name = new Intl.DateTimeFormat(tag, { month: "short", year: "numeric", timeZone: "UTC" });
  const worth = ({ points, hkd }: { points: number; hkd: string }) =>
    t("worth", { points: formatPoints(points), hkd: formatHkd(hkd) });
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("byMonth")}</h2>
      </div>
      <Bars
        label={t("byMonth")}
        heads={[t("month"), t("points")]}
        bars={months.map((one) => ({
          key: one.month,
          label: name.format(Date.parse(one.month)),
          value: one.points,
          shown: worth(one),
        }))}
      />
      <p className={own.sum}>{t("total", { worth: worth(total) })}</p>
      <p className={css.soft}>{t("lasting", { worth: worth(lasting) })}</p>
    </section>
  );
}

function History({ versions }: { versions: readonly ExpiryVersion[] }) {
  const { t } = useTranslation("adminExpiry");
  const language = useLanguage();
  const words = useRuleWords();
  return (
    <section className={css.panel}>
      <h2>{t("history")}</h2>
      {versions.length === 0 && (
        <p className={css.soft}>{t("noHistory", { day: formatDate(today(), language) })}</p>
      )}
      <dl className={css.facts}>
        {versions.map((one) => (
          <div key={one.version}>
            <dt>{t("version", { version: one.version })}</dt>
            <dd>
              {words(one.policy.rule)}
              <br />
              <small className={css.soft}>
                {t("since", { day: formatDate(one.starts, language), who: one.changedBy })}
              </small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
