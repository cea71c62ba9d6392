import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { noonOf } from "../../../api/outlook";
import { formatDay } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import admin from "../../admin.module.css";
import { segmentsQuery } from "../../members/segments/segments";
import { adminPaths, recordPath } from "../../paths";
import { useLevelNames } from "../tiers/useLevelNames";
import css from "./Rules.module.css";
import { type Obstacle, presentOf, type Rule } from "./rules";

interface NotForMemberProps {
  rules: readonly Rule[];
  why: ReadonlyMap<string, readonly Obstacle[]>;
}

/** The rules that give a member nothing at present, each with the reasons. */
export function NotForMember({ rules, why }: NotForMemberProps) {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  const say = useObstacleWords();
  if (rules.length === 0) return null;
  return (
    <section className={admin.panel} aria-labelledby="not-for-member">
      <div className={admin.panelHead}>
        <h2 id="not-for-member">{t("touches.not", { count: rules.length })}</h2>
      </div>
      <ul className={css.versions}>
        {rules.map((rule) => (
          <li key={rule._id}>
            <p>
              <Link className={admin.quietLink} to={recordPath(adminPaths.rules, rule._id)}>
                {localized(presentOf(rule).rule.name, language)}
              </Link>
            </p>
            <p className={css.two}>{(why.get(rule._id) ?? []).map(say).join(" ")}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useObstacleWords() {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  const segments = useQuery(segmentsQuery()).data ?? [];
  const levels = useLevelNames();
  const day = (of: string) => formatDay(noonOf(of), language);
  return (why: Obstacle) => {
    switch (why.kind) {
      case "notStarted":
        return t("obstacles.notStarted", { day: day(why.from) });
      case "ended":
        return t("obstacles.ended", { day: day(why.on) });
      case "welcomeOver":
        return t("obstacles.welcomeOver", { day: day(why.on) });
      case "segment":
        return t("obstacles.segment", { name: segments.find(({ _id }) => _id === why.segment)?.name ?? "…" });
      case "level": {
        const name = levels[why.level - 1];
        const level = name ? localized(name, language) : t("form.otherLevel", { level: why.level });
        return t("obstacles.level", { level });
      }
      case "notYet":
        return t("obstacles.notYet", { count: why.purchases });
      default:
        return t(`obstacles.${why.kind}`);
    }
  };
}
