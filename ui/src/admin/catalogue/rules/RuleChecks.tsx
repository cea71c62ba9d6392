import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { classes } from "../../../kit/classes";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Note } from "../../../kit/screen/Paper";
import admin from "../../admin.module.css";
import { Check } from "../../kit/CheckLine";
import { useErrorText } from "../../kit/errorText";
import { useRested } from "../../kit/useRested";
import { checkRule } from "./checkRule";
import type { RuleForm } from "./form";
import { GoTo } from "./GoTo";
import { Limits, Meetings, Others } from "./RuleFindings";
import css from "./Rules.module.css";
import { ruleOf } from "./ruleOf";
import { checkQuery } from "./rules";

interface RuleChecksProps {
  /** The rule that is changed; absent for a new one. */
  id: string | undefined;
  draft: RuleForm;
  /** The label of a field, by the name that the server gives it. */
  label(field: string): string;
}

/** The server's check of the rule as it is typed: its limits, the rules that it meets, and what contradicts it. */
export function RuleChecks({ id, draft, label }: RuleChecksProps) {
  const { t } = useTranslation("adminRules");
  const { t: common } = useTranslation("admin");
  const say = useErrorText();
  const rested = useRested(draft);
  const missing = Object.keys(checkRule(draft));
  const rule = useMemo(() => {
    const whole = Object.keys(checkRule(rested)).length === 0;
    return whole ? ruleOf(rested) : undefined;
  }, [rested]);
  const checked = useQuery(checkQuery(id, rule));
  // Each language of the name has a field of its own.
  const named = (field: string) =>
    field.startsWith("name.")
      ? `${label(field)}, ${common(`languages.${field.slice("name.".length)}` as "languages.en")}`
      : label(field);
  const old = rested !== draft || checked.isFetching;
  return (
    <section className={admin.panel} aria-labelledby="rule-checks">
      <div className={admin.panelHead}>
        <h2 id="rule-checks">{t("checks.title")}</h2>
      </div>
      {missing.length > 0 ? (
        <ul>
          <Check>
            {t("checks.waiting")}{" "}
            {missing.map((field) => (
              <GoTo key={field} field={field} label={named} />
            ))}
          </Check>
        </ul>
      ) : checked.isError ? (
        <Note tone="plum">
          {say(checked.error)} {t("checks.failed")}
        </Note>
      ) : checked.data === undefined ? (
        <RowSkeleton count={3} />
      ) : (
        <ul className={classes(old && css.old)} aria-busy={old} aria-live="polite">
          <Limits of={checked.data} draft={rested} label={label} />
          <Meetings of={checked.data} />
          <Others of={checked.data} label={label} />
        </ul>
      )}
    </section>
  );
}
