import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { noonOf } from "../../../api/outlook";
import { formatDateTime, formatDay, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import css from "../../admin.module.css";
import { useLevelNames } from "../../catalogue/tiers/useLevelNames";
import { Table } from "../../kit/DataTable";
import { segmentsQuery } from "../../members/segments/segments";
import { adminPaths, recordPath } from "../../paths";
import { formatHkd } from "../reports/reports";
import { leadingLine, partsGiven, type Transaction } from "./transactions";

type Missed = NonNullable<Transaction["missedRules"]>;
type Miss = Missed["rules"][number]["why"];

interface Row {
  key: string;
  name: ReactNode;
  why: string;
  /** Undefined for a rule that gave nothing. */
  points?: number;
}

/** The rates of an award, the rules that gave points, and the rules that gave none with their reasons. */
export function WhyPoints({ of }: { of: Transaction }) {
  const { t } = useTranslation("adminMoney");
  const language = useLanguage();
  const missed = of.missedRules;
  const given = useGivenRows(of);
  const say = useMissWords(missed?.rules ?? []);
  if (!of.award && given.length === 0) return null;
  const rows = [
    ...given,
    ...(of.delays ?? []).map(
      ({ rule = "", version, name, pendingUntil }): Row => ({
        key: rule,
        name: <RuleName id={rule} name={name ? localized(name, language) : ""} version={version} />,
        why: t("why.waits", { day: formatDay(noonOf(pendingUntil ?? ""), language) }),
      }),
    ),
    ...nearestFirst(missed?.rules ?? []).map(
      ({ rule, version, name, why }): Row => ({
        key: rule,
        name: <RuleName id={rule} name={localized(name, language)} version={version} />,
        why: say(why),
      }),
    ),
  ];
  const title = t("why.title", { points: formatPoints(Math.abs(leadingLine(of).points)) });
  return (
    <section className={`${css.panel} ${css.list}`}>
      <div className={css.panelHead}>
        <h2>{title}</h2>
        <span className={css.soft}>{t("why.asOf", { time: formatDateTime(of.created, language) })}</span>
      </div>
      <Table<Row>
        label={title}
        rows={rows}
        rowKey={({ key }) => key}
        columns={[
          { key: "rule", head: t("why.rule"), names: true, cell: ({ name }) => name },
          {
            key: "why",
            head: t("why.why"),
            from: "small",
            soft: true,
            below: ({ why }) => why,
            cell: ({ why }) => why,
          },
          {
            key: "points",
            head: t("points"),
            end: true,
            cell: ({ points }) =>
              points === undefined ? <span className={css.soft}>–</span> : <b>{formatPoints(points)}</b>,
          },
        ]}
      />
      {missed && !missed.known && <p className={css.soft}>{t("missed.unknown")}</p>}
    </section>
  );
}

/** The parts of the points. An award by the base rate alone has no parts of its own. */
function useGivenRows(of: Transaction): Row[] {
  const { t } = useTranslation("adminMoney");
  const language = useLanguage();
  const { award } = of;
  const whyOf = (kind: string) => {
    const rate = kind === "base" ? award?.baseRate : kind === "card" ? award?.cardRate : undefined;
    if (award && rate) return t("why.rate", { bill: formatHkd(award.amountHkd), rate });
    return kind === "rule" ? t("why.fits") : "";
  };
  const parts = partsGiven(of);
  if (parts.length === 0)
    return award
      ? [{ key: "base", name: <b>{t("parts.base")}</b>, why: whyOf("base"), points: leadingLine(of).points }]
      : [];
  return parts.map(({ kind, name, points, rule, version }) => {
    const words = name ? localized(name, language) : t(`parts.${kind}`);
    return {
      key: rule ?? kind,
      name: rule ? <RuleName id={rule} name={words} version={version} /> : <b>{words}</b>,
      why: whyOf(kind),
      points,
    };
  });
}

/** A rule with the version that counted. */
function RuleName({ id, name, version }: { id: string; name: string; version: number | undefined }) {
  const { t } = useTranslation("adminMoney");
  return (
    <>
      <Link className={css.quietLink} to={recordPath(adminPaths.rules, id)}>
        {name}
      </Link>{" "}
      {version !== undefined && <span className={css.soft}>{t("why.version", { version })}</span>}
    </>
  );
}

const ELSEWHERE = ["partner", "partnerType", "outlet"];

/** Rules for other places come last: nobody expected anything from them. */
const nearestFirst = (rules: Missed["rules"]) => {
  const isElsewhere = ({ why }: { why: Miss }) => ELSEWHERE.includes(why.kind);
  return [...rules.filter((rule) => !isElsewhere(rule)), ...rules.filter(isElsewhere)];
};

function useMissWords(rules: Missed["rules"]) {
  const { t } = useTranslation("adminMoney");
  const { t: rule } = useTranslation("adminRules");
  const language = useLanguage();
  const asked = rules.some(({ why }) => why.kind === "segment");
  const segments = useQuery({ ...segmentsQuery(), enabled: asked }).data ?? [];
  const levels = useLevelNames();
  const day = (of: string) => formatDay(noonOf(of), language);
  return (why: Miss) => {
    switch (why.kind) {
      case "notStarted":
        return t("missed.why.notStarted", { day: day(why.from) });
      case "ended":
        return t("missed.why.ended", { day: day(why.on) });
      case "minimumBill":
        return t("missed.why.minimumBill", { hkd: formatHkd(why.hkd) });
      case "notNth":
        return t("missed.why.notNth", { n: why.n });
      case "segment":
        return t("missed.why.segment", {
          name: segments.find(({ _id }) => _id === why.segment)?.name ?? "…",
        });
      case "level": {
        const name = levels[why.level - 1];
        const level = name ? localized(name, language) : rule("form.otherLevel", { level: why.level });
        return t("missed.why.level", { level });
      }
      default:
        return t(`missed.why.${why.kind}`);
    }
  };
}
