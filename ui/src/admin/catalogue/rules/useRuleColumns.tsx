import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Badge } from "../../../kit/screen/Paper";
import admin from "../../admin.module.css";
import type { Column } from "../../kit/DataTable";
import { formatHkd } from "../../money/reports/reports";
import { adminPaths, recordPath } from "../../paths";
import { BudgetMeter } from "./BudgetMeter";
import css from "./Rules.module.css";
import { hasDraft, periodOf, presentOf, type Rule, TONES } from "./rules";
import { useEndWords, useStateWords } from "./useEndWords";
import { usePeriodWords, useRuleWords } from "./useRuleWords";

/** The columns of the list of rules; `menu` is the menu of a row. */
export function useRuleColumns(menu: (rule: Rule) => ReactNode): Column<Rule>[] {
  const { t } = useTranslation("adminRules");
  const { t: content } = useTranslation("adminContent");
  const language = useLanguage();
  const words = useRuleWords();
  const period = usePeriodWords();
  const stateOf = useStateWords();
  const endOf = useEndWords();
  const given = ({ state, recentPoints }: Rule) => (state === "draft" ? "–" : formatPoints(recentPoints));
  const gave = ({ state, recentPoints, recentHkd }: Rule) =>
    state !== "draft" && t("given.worth", { points: formatPoints(recentPoints), hkd: formatHkd(recentHkd) });
  return [
    {
      key: "state",
      head: content("state"),
      by: stateOf,
      cell: (row) => <Badge tone={TONES[row.state]}>{stateOf(row)}</Badge>,
    },
    {
      key: "rule",
      head: t("rule"),
      names: true,
      by: (row) => localized(presentOf(row).rule.name, language),
      cell: (row) => {
        const { rule, version } = presentOf(row);
        return (
          <>
            <Link className={admin.open} to={recordPath(adminPaths.rules, row._id)}>
              <b>{localized(rule.name, language)}</b>
            </Link>{" "}
            <span className={css.soft}>{t("v", { version })}</span>
            {hasDraft(row) && <Badge dot={false}>{t("draftOf", { version: row.latest.version })}</Badge>}
            <span className={css.two}>{words(rule)}</span>
          </>
        );
      },
    },
    {
      key: "when",
      head: t("when"),
      from: "wide",
      cell: (row) => (
        <>
          {period(periodOf(row))}
          <span className={css.two}>{endOf(row)}</span>
        </>
      ),
      below: (row) => [period(periodOf(row)), endOf(row)].filter(Boolean).join(" · "),
    },
    {
      key: "budget",
      head: t("budget.title"),
      from: "medium",
      cell: (row) =>
        row.state === "draft" && !row.simulated ? (
          <span className={css.two}>{t("simulateFirst")}</span>
        ) : (
          <BudgetMeter rule={row} />
        ),
    },
    {
      key: "points",
      head: t("recent"),
      end: true,
      from: "small",
      below: gave,
      by: ({ state, recentPoints }) => (state === "draft" ? undefined : recentPoints),
      cell: (row) => <b>{given(row)}</b>,
    },
    {
      key: "hkd",
      head: "HK$",
      end: true,
      from: "small",
      by: ({ state, recentHkd }) => (state === "draft" ? undefined : Number(recentHkd)),
      cell: ({ state, recentHkd }) => (state === "draft" ? "–" : formatHkd(recentHkd).slice(3)),
    },
    {
      key: "actions",
      head: t("actions.title"),
      hidden: true,
      cell: menu,
    },
  ];
}
