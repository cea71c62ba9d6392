import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { noonOf } from "../../../api/outlook";
import { formatDate, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { allOf, items, partners } from "../../kit/editor/kinds";
import { type ConditionLine, type Conditions, segmentsQuery } from "./segments";
import { useLevels } from "./useLevels";

/** The most names that a sentence lists; above that it gives their number. */
const NAMED = 2;

/** Conditions in words. */
export function useSegmentWords() {
  const { t } = useTranslation("adminSegments");
  const { t: common } = useTranslation("admin");
  const language = useLanguage();
  const shops = useQuery(allOf(partners)).data ?? [];
  const rewards = useQuery(allOf(items)).data ?? [];
  const levels = useLevels();
  const lists = useQuery(segmentsQuery()).data ?? [];
  const few = (ids: readonly string[], known: typeof shops | typeof rewards, any: string) => {
    if (ids.length === 0) return any;
    if (ids.length > NAMED) return t("says.several", { count: ids.length });
    const name = (id: string) => {
      const found = known.find(({ _id }) => _id === id);
      return found ? localized(found.name, language) : "…";
    };
    return ids.map(name).join(t("says.or"));
  };
  const day = (text: string) => formatDate(noonOf(text), language);
  const fact = (line: ConditionLine): string => {
    switch (line.kind) {
      case "lastVisit":
        return t("says.lastVisit", { count: line.days });
      case "visited": {
        const where = few(line.partners ?? [], shops, t("says.anyPartner"));
        const times = line.atLeast ?? 1;
        if (times > 1)
          return line.days
            ? t("says.visitedTimes", { where, times, count: line.days })
            : t("says.visitedTimesEver", { where, times });
        return line.days ? t("says.visited", { where, count: line.days }) : t("says.visitedEver", { where });
      }
      case "spent":
        return t("says.spent", { hkd: line.atLeastHkd.replace(/\.00$/, ""), count: line.days });
      case "bought":
        return t("says.bought", { what: few(line.items ?? [], rewards, t("says.anyReward")) });
      case "balance":
        return balance(line.min ?? undefined, line.max ?? undefined);
      case "expiring":
        return t("says.expiring", { points: formatPoints(line.atLeast), count: line.days });
      case "language": {
        const names = line.languages.map((one) => common(`languages.${one}`));
        return t("says.language", { names: names.join(t("says.or")) });
      }
      case "joined":
        if (line.from && line.until)
          return t("says.joined", { from: day(line.from), until: day(line.until) });
        return line.from
          ? t("says.joinedFrom", { day: day(line.from) })
          : t("says.joinedUntil", { day: day(line.until ?? "") });
      case "joinedWithin":
        return t("says.joinedWithin", { count: line.days });
      case "referred":
        return t("says.referred");
      case "level": {
        if (line.is === "none") return t("says.levelNone");
        const name = levels.find(({ value }) => value === `${line.level}`)?.label;
        const level = name ?? t("levelNumber", { number: line.level });
        return t(line.is === "atLeast" ? "says.levelFrom" : "says.level", { level });
      }
      case "listed":
        return t("says.listed", { name: lists.find(({ _id }) => _id === line.segment)?.name ?? "…" });
      case "hasReferred":
        return t("says.hasReferred", { count: line.atLeast });
    }
  };
  const balance = (min?: number, max?: number) => {
    if (min !== undefined && max !== undefined)
      return t("says.balance", { min: formatPoints(min), max: formatPoints(max) });
    return min === undefined
      ? t("says.balanceMax", { max: formatPoints(max ?? 0) })
      : t("says.balanceMin", { min: formatPoints(min) });
  };
  const line = (one: ConditionLine) => (one.not ? t("says.not", { fact: fact(one) }) : fact(one));
  return {
    line,
    summary: ({ match, lines }: Conditions) => lines.map(line).join(t(`says.${match ?? "all"}`)),
  };
}
