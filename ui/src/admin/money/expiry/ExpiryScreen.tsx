import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatDate } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { useMay } from "../../session";
import { today } from "../reports/reports";
import { ByMonth } from "./ByMonth";
import { Effect } from "./Effect";
import own from "./Expiry.module.css";
import { type ExpiryReport, type ExpiryVersion, expiryQuery } from "./expiry";
import { Introduce } from "./Introduce";
import { PolicyEditor } from "./PolicyEditor";
import { Told } from "./Told";
import { useDraft } from "./useDraft";
import { useRuleWords } from "./usePolicyWords";

/** The points that expire by month, their worth, and the policy. */
export function ExpiryScreen() {
  const { t } = useTranslation("adminExpiry");
  const report = useQuery(expiryQuery());
  return (
    <AdminPage title={t("title")} line={report.data && <Standing report={report.data} />}>
      <Loaded of={report} failed={t("failed")} skeleton={<RowSkeleton count={8} />}>
        {(found) => <Expiry key={found.version} report={found} />}
      </Loaded>
    </AdminPage>
  );
}

function Expiry({ report }: { report: ExpiryReport }) {
  const mayChange = useMay("own");
  const draft = useDraft(report.next ?? report.inForce, report.version);
  return (
    <div className={mayChange ? own.split : undefined}>
      <div>
        <ByMonth report={report} />
        {/* The notices stand above the effect, because the effect disappears with each change and would move them. */}
        <Told form={draft.form} change={mayChange ? draft.change : undefined} />
        {draft.effect && <Effect of={draft.effect} version={report.version + 1} />}
        <History versions={report.history} />
      </div>
      {mayChange && (
        <div>
          <PolicyEditor draft={draft} version={report.version + 1} />
          <Introduce draft={draft} checks={report.checks} first={report.history.length === 0} />
        </div>
      )}
    </div>
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
