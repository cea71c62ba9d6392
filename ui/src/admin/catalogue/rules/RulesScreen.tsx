import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button, ButtonLink } from "../../../kit/buttons/Button";
import { PlusIcon } from "../../../kit/icons/icons-admin";
import { Badge } from "../../../kit/screen/Paper";
import admin from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import type { Column } from "../../kit/DataTable";
import { allOf, type Partner, partners } from "../../kit/editor/kinds";
import { usePick } from "../../kit/editor/usePick";
import { CsvLink } from "../../kit/FileLink";
import { useLocalPages } from "../../kit/pages";
import { RecordList } from "../../kit/RecordList";
import { AnyOf, SearchBox } from "../../kit/Tools";
import { useAddress } from "../../kit/useAddress";
import { formatHkd } from "../../money/reports/reports";
import { adminPaths, newPath, recordPath } from "../../paths";
import { useMay } from "../../session";
import { type Outlet, outletsQuery } from "../outlets/outlets";
import { BudgetMeter } from "./BudgetMeter";
import { ChosenRules } from "./ChosenRules";
import css from "./Rules.module.css";
import { hasDraft, presentOf, type Rule, type RuleContent, type RuleState, rulesQuery, TONES } from "./rules";
import { TryBillDialog } from "./TryBillDialog";
import { usePeriodWords, useRuleWords } from "./useRuleWords";

const STATES: readonly RuleState[] = ["on", "scheduled", "draft", "off", "ended", "spent"];

/** The earning rules in the order in which the till reads them, with what each gave and has left. */
export function RulesScreen() {
  const { t } = useTranslation("adminRules");
  const { t: content } = useTranslation("adminContent");
  const { get, change } = useAddress();
  const mayChange = useMay("runProgramme");
  const [trying, setTrying] = useState(false);
  const query = useQuery(rulesQuery());
  const q = get("q").toLowerCase();
  const state = STATES.find((one) => one === get("state"));
  const language = useLanguage();
  const known = useQuery(allOf(partners)).data ?? [];
  const partner = known.find(({ _id }) => _id === get("partner"));
  const outlets = useQuery({ ...outletsQuery(partner?._id ?? ""), enabled: partner !== undefined }).data;
  const shown = query.data
    ?.filter((rule) => !state || rule.state === state)
    .filter((rule) => !partner || appliesAt(presentOf(rule).rule, partner, outlets))
    .filter((rule) => Object.values(presentOf(rule).rule.name).some((name) => name.toLowerCase().includes(q)))
    .sort(inOrder);
  const view = `${q}\n${state}\n${partner?._id}`;
  const pages = useLocalPages<Rule>(view, { ...query, data: shown });
  const [picked, setPicked] = useState<{ view: string; ids: ReadonlySet<string> }>();
  const ids = picked?.view === view ? picked.ids : new Set<string>();
  const onPick = (next: ReadonlySet<string>) => setPicked({ view, ids: next });
  const nameOf = (rule: Rule) => localized(presentOf(rule).rule.name, language);
  const pick = usePick({ ids, rows: pages.rows ?? [], nameOf, onPick });
  const chosen = (query.data ?? []).filter(({ _id }) => ids.has(_id)).sort(inOrder);
  const columns = [pick, ...useColumns()];
  const on = query.data?.filter((rule) => rule.state === "on").length ?? 0;
  const add = mayChange && (
    <ButtonLink small icon={<PlusIcon size={20} />} to={newPath(adminPaths.rules)}>
      {t("add")}
    </ButtonLink>
  );
  return (
    <AdminPage
      title={t("title")}
      line={query.data && t("line", { count: on })}
      actions={
        <>
          <CsvLink path="/api/admin/earning-rules" />
          {mayChange && query.data?.some(({ state }) => state === "on" || state === "scheduled") && (
            <Button kind="quiet" small onClick={() => setTrying(true)}>
              {t("tryBill.open")}
            </Button>
          )}
          {add}
        </>
      }
    >
      <RecordList
        tools={
          <>
            <SearchBox label={t("search")} value={get("q")} onSearch={(text) => change({ q: text })} />
            <AnyOf
              label={content("state")}
              any={content("states.all")}
              of={STATES}
              word={(one) => t(`states.${one}`)}
              value={state}
              onChoose={(value) => change({ state: value })}
            />
            <AnyOf
              label={t("partner")}
              any={t("form.everyPartner")}
              of={known.map(({ _id }) => _id)}
              word={(id) => {
                const found = known.find(({ _id }) => _id === id);
                return found ? localized(found.name, language) : id;
              }}
              value={partner?._id}
              onChoose={(value) => change({ partner: value })}
            />
          </>
        }
        label={t("title")}
        pages={pages}
        columns={columns}
        picked={ids}
        failed={t("failed")}
        empty={
          q || state || partner
            ? { title: content("none.title"), text: content("none.text") }
            : { title: t("empty.title"), text: t("empty.text"), action: add }
        }
      />
      {query.data && query.data.length > 0 && <Sum of={query.data} />}
      {chosen.length > 0 && <ChosenRules chosen={chosen} onKeep={onPick} />}
      {trying && <TryBillDialog onClose={() => setTrying(false)} />}
    </AdminPage>
  );
}

/**
 * Whether a purchase at a partner can meet a rule: each of the rule's lists of partners, types and outlets is empty or
 * fits. Until the outlets of the partner are known, any outlet fits.
 */
function appliesAt(
  { partners: named = [], partnerTypes = [], outlets = [] }: RuleContent,
  { _id, type }: Partner,
  own: readonly Outlet[] | undefined,
) {
  return (
    (named.length === 0 || named.includes(_id)) &&
    (partnerTypes.length === 0 || (type !== undefined && partnerTypes.includes(type))) &&
    (outlets.length === 0 || own === undefined || own.some((outlet) => outlets.includes(outlet._id)))
  );
}

/** The till reads rules from the highest priority down, and older ones first. */
function inOrder(one: Rule, other: Rule): number {
  const priority = (rule: Rule) => presentOf(rule).rule.priority ?? 0;
  return priority(other) - priority(one) || (one._id < other._id ? -1 : 1);
}

/** The points that all rules gave lately. */
function Sum({ of }: { of: readonly Rule[] }) {
  const { t } = useTranslation("adminRules");
  const points = of.reduce((sum, { recentPoints }) => sum + recentPoints, 0);
  const cents = of.reduce((sum, { recentHkd }) => sum + Math.round(Number(recentHkd) * 100), 0);
  const hkd = formatHkd((cents / 100).toFixed(2));
  return <p className={css.foot}>{t("sum", { points: formatPoints(points), hkd })}</p>;
}

function useColumns(): Column<Rule>[] {
  const { t } = useTranslation("adminRules");
  const { t: content } = useTranslation("adminContent");
  const language = useLanguage();
  const words = useRuleWords();
  const period = usePeriodWords();
  const given = ({ state, recentPoints }: Rule) => (state === "draft" ? "–" : formatPoints(recentPoints));
  const gave = ({ state, recentPoints, recentHkd }: Rule) =>
    state !== "draft" && t("given.worth", { points: formatPoints(recentPoints), hkd: formatHkd(recentHkd) });
  return [
    {
      key: "state",
      head: content("state"),
      cell: ({ state }) => <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>,
    },
    {
      key: "rule",
      head: t("rule"),
      names: true,
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
      cell: (row) => period(presentOf(row).rule),
      below: (row) => period(presentOf(row).rule),
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
      cell: (row) => <b>{given(row)}</b>,
    },
    {
      key: "hkd",
      head: "HK$",
      end: true,
      from: "small",
      cell: ({ state, recentHkd }) => (state === "draft" ? "–" : formatHkd(recentHkd).slice(3)),
    },
  ];
}
