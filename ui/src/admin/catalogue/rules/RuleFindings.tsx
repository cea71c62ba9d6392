import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatPoints, formatTime } from "../../../i18n/format";
import { localized, pageTagOf, useLanguage } from "../../../i18n/language";
import admin from "../../admin.module.css";
import { Check } from "../../kit/CheckLine";
import { allOf, partners } from "../../kit/editor/kinds";
import { formatHkd } from "../../money/reports/reports";
import { adminPaths, recordPath } from "../../paths";
import { otherRule } from "./fieldPlace";
import type { RuleForm } from "./form";
import { GoTo } from "./GoTo";
import type { RuleCheck } from "./rules";

/** Refusals of a rule that nothing limits. */
const UNLIMITED = ["rule_unlimited", "rule_without_end", "rule_occasion_unlimited"];
/** The most other rules that the check names. */
const NAMED = 3;

type Labelled = { of: RuleCheck; label(field: string): string };

/** Shows whether the rule has an end and a budget, and the most that it can give. */
export function Limits({ of, draft, label }: Labelled & { draft: RuleForm }) {
  const { t } = useTranslation("adminRules");
  if (draft.bonus === "none") return <Check good>{t("checks.onlyWaits")}</Check>;
  const refused = of.problems.find(({ code }) => UNLIMITED.includes(code));
  if (refused)
    return (
      <Check>
        {refused.message} <GoTo field={refused.field} label={label} />
      </Check>
    );
  const [ends, spends] = [draft.until !== "", draft.budget !== "none"];
  const has = ends ? (spends ? "ends" : "endsOnly") : spends ? "budgetOnly" : "neither";
  const { mostPoints, mostHkd, mostPerMember } = of;
  const bound = typeof mostPoints === "number" || typeof mostPerMember === "number";
  return (
    <Check good={bound}>
      {t(`checks.${has}`)}{" "}
      {typeof mostPoints === "number" &&
        t("checks.most", { hkd: formatHkd(mostHkd ?? "0"), points: formatPoints(mostPoints) })}
      {typeof mostPoints !== "number" &&
        typeof mostPerMember === "number" &&
        t(draft.occasion === "birthday" ? "checks.mostYear" : "checks.mostMember", {
          points: formatPoints(mostPerMember),
        })}
      {!bound && t("checks.noMost")} <GoTo field={spends ? "budget.amount" : "budget"} label={label} />
    </Check>
  );
}

/** The other rules that a purchase may meet too, each with an example of what both give. */
export function Meetings({ of: { meets } }: { of: RuleCheck }) {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  const known = useQuery(allOf(partners)).data ?? [];
  const weekday = new Intl.DateTimeFormat(pageTagOf(language), {
    weekday: "long",
    timeZone: "Asia/Hong_Kong",
  });
  if (meets.length === 0) return <Check good>{t("checks.meetsNone")}</Check>;
  return (
    <>
      {meets.slice(0, NAMED).map(({ rule, name, partner, at, amountHkd, points, lines }) => {
        const place = known.find(({ _id }) => _id === partner);
        return (
          <Check key={rule}>
            {t("checks.meets")}{" "}
            <Link className={admin.quietLink} to={recordPath(adminPaths.rules, rule)}>
              {localized(name, language)}
            </Link>
            {t("checks.stop")} {t(lines.length > 1 ? "checks.bothCount" : "checks.oneCounts")}{" "}
            {t("checks.meetsAt", {
              partner: place ? localized(place.name, language) : "…",
              weekday: weekday.format(new Date(at)),
              time: formatTime(at),
              hkd: formatHkd(amountHkd),
              points: formatPoints(points),
            })}
          </Check>
        );
      })}
      {meets.length > NAMED && <Check>{t("checks.more", { count: meets.length - NAMED })}</Check>}
    </>
  );
}

/** The other reasons for which the server refuses to save the rule. */
export function Others({ of, label }: Labelled) {
  const { t } = useTranslation("adminRules");
  const problems = of.problems.filter(({ code }) => !UNLIMITED.includes(code));
  if (problems.length === 0) return <Check good>{t("checks.sound")}</Check>;
  return problems.map(({ field, message }) => {
    const other = otherRule(field);
    return (
      <Check key={`${field} ${message}`}>
        {message}{" "}
        {other ? (
          <Link className={admin.quietLink} to={recordPath(adminPaths.rules, other)}>
            {label(field)}
          </Link>
        ) : (
          <GoTo field={field} label={label} />
        )}
      </Check>
    );
  });
}
