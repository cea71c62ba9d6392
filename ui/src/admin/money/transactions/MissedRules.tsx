import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { noonOf } from "../../../api/outlook";
import { formatDay } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import css from "../../admin.module.css";
import { useLevelNames } from "../../catalogue/tiers/useLevelNames";
import { segmentsQuery } from "../../members/segments/segments";
import { adminPaths, recordPath } from "../../paths";
import { formatHkd } from "../reports/reports";
import own from "./TransactionDrawer.module.css";
import type { Transaction } from "./transactions";

type Missed = NonNullable<Transaction["missedRules"]>;
type Miss = Missed["rules"][number]["why"];

/** The rules that were on at the time of a purchase and gave nothing for it, each with the first reason. */
export function MissedRules({ missed: { known, rules } }: { missed: Missed }) {
  const { t } = useTranslation("adminMoney");
  const language = useLanguage();
  const say = useMissWords(rules);
  const title = useId();
  if (known && rules.length === 0) return null;
  return (
    <section className={own.missed} aria-labelledby={title}>
      <h3 id={title}>{t("missed.title")}</h3>
      <p className={css.soft}>{known ? t("missed.text") : t("missed.unknown")}</p>
      {rules.length > 0 && (
        <ul>
          {nearestFirst(rules).map(({ rule, version, name, why }) => (
            <li key={rule}>
              <Link className={css.quietLink} to={recordPath(adminPaths.rules, rule)}>
                {localized(name, language)}
              </Link>{" "}
              <span className={css.soft}>{t("parts.version", { version })}</span>
              <span className={css.two}>{say(why)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
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
