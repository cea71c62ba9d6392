import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { LANGUAGES, localized, useLanguage } from "../../../i18n/language";
import { Field } from "../../../kit/form/Field";
import { Note } from "../../../kit/screen/Paper";
import admin from "../../admin.module.css";
import { EditorFrame } from "../../kit/editor/EditorFrame";
import type { Tagged } from "../../kit/editor/kinds";
import { withText } from "../../kit/editor/localized";
import { RecordLoader } from "../../kit/editor/RecordLoader";
import { useFieldLabel } from "../../kit/editor/useFieldLabel";
import { useRecordForm } from "../../kit/editor/useRecordForm";
import { Facts } from "../../kit/Facts";
import { formatHkd } from "../../money/reports/reports";
import { adminPaths } from "../../paths";
import { useMay } from "../../session";
import { BudgetMeter } from "./BudgetMeter";
import { checkRule } from "./checkRule";
import { formOf } from "./form";
import { GivesFields } from "./GivesFields";
import { LimitFields } from "./LimitFields";
import { RuleBar } from "./RuleBar";
import { RuleChecks } from "./RuleChecks";
import { RulePreview } from "./RulePreview";
import css from "./Rules.module.css";
import { earningRules, presentOf, type Rule, rulesQuery } from "./rules";
import { Versions } from "./Versions";
import { WhenFields } from "./WhenFields";
import { WhereFields } from "./WhereFields";
import { WhoFields } from "./WhoFields";

/** The server's limit for the name of a rule, in characters. */
const LONGEST_NAME = 40;

/** The editor of one earning rule. A version that was on stays; a change of it makes a draft. */
export function RuleEditor() {
  const { t } = useTranslation("adminRules");
  return (
    <RecordLoader kind={earningRules} title={t("rule")} back={{ to: adminPaths.rules, label: t("title") }}>
      {/* Another version or state begins with its own form. */}
      {(saved) => <Form key={saved && keyOf(saved.record)} saved={saved} />}
    </RecordLoader>
  );
}

/** The label of a field; another rule that the server names has its own name. */
function useRuleLabel() {
  const field = useFieldLabel("adminRules");
  const language = useLanguage();
  const { data: rules = [] } = useQuery(rulesQuery());
  return (key: string) => {
    const other = rules.find(({ _id }) => key === `earningRules[${_id}]`);
    return other ? localized(presentOf(other).rule.name, language) : field(key);
  };
}

const keyOf = ({ latest, live, state, ended }: Rule) =>
  `${latest.version} ${live?.version} ${state} ${ended?.at}`;

function Form({ saved }: { saved: Tagged<Rule> | undefined }) {
  const { t } = useTranslation("adminRules");
  const { t: content } = useTranslation("adminContent");
  const { t: common } = useTranslation("admin");
  const mayWrite = useMay("runProgramme");
  const { editor, name, error, check } = useRecordForm({
    kind: earningRules,
    saved,
    form: (record) => formOf(record?.latest.rule),
    tidy: (form) => form,
    check: checkRule,
    list: adminPaths.rules,
    nameOf: ({ latest }) => latest.rule.name,
    said: (isNew, title) => t(isNew ? "created" : "saved", { name: title }),
  });
  const { draft, set } = editor;
  const form = { draft, set, error, disabled: !mayWrite };
  const label = useRuleLabel();
  return (
    <EditorFrame
      title={name ?? t("add")}
      back={{ to: adminPaths.rules, label: t("title") }}
      editor={editor}
      id={saved?.record._id}
      mayWrite={mayWrite}
      label={label}
      check={check}
      standing={
        <>
          {!mayWrite && <Note>{content("readOnly")}</Note>}
          {saved && (
            <RuleBar rule={saved.record} mayWrite={mayWrite} dirty={editor.dirty} onDropped={editor.forget} />
          )}
        </>
      }
    >
      <div className={admin.split}>
        <div>
          <section className={admin.panel}>
            <div className={admin.panelHead}>
              <h2>{t("parts.name")}</h2>
              <span className={css.soft}>{t("hints.name")}</span>
            </div>
            <div className={css.fields}>
              {LANGUAGES.map((one) => (
                <Field
                  key={one}
                  name={`name.${one}`}
                  label={common(`languages.${one}`)}
                  required
                  value={draft.name[one] ?? ""}
                  maxLength={LONGEST_NAME}
                  autoComplete="off"
                  disabled={!mayWrite}
                  error={error(`name.${one}`)}
                  onChange={(text) => set({ name: withText(draft.name, one, text) })}
                />
              ))}
            </div>
          </section>
          <GivesFields form={form} />
          <WhenFields form={form} />
          <WhereFields form={form} />
          <WhoFields form={form} />
          <LimitFields form={form} />
          {mayWrite && <RuleChecks id={saved?.record._id} draft={draft} label={label} />}
        </div>
        <div className={admin.aside}>
          <RulePreview draft={draft} />
          {saved && <Given rule={saved.record} />}
          {saved && <Versions rule={saved.record} />}
        </div>
      </div>
    </EditorFrame>
  );
}

/** The points that a rule has given, lately and in all. */
function Given({ rule }: { rule: Rule }) {
  const { t } = useTranslation("adminRules");
  const worth = (points: number, hkd: string) =>
    t("given.worth", { points: formatPoints(points), hkd: formatHkd(hkd) });
  return (
    <section className={admin.panel}>
      <div className={admin.panelHead}>
        <h2>{t("given.title")}</h2>
      </div>
      <Facts
        facts={[
          [t("given.all"), worth(rule.givenPoints, rule.givenHkd)],
          [t("given.recent"), worth(rule.recentPoints, rule.recentHkd)],
          [t("given.awards"), formatPoints(rule.recentAwards)],
          [t("budget.title"), <BudgetMeter key="budget" rule={rule} />],
        ]}
      />
    </section>
  );
}
