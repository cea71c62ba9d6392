import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { noonOf, outlookQuery } from "../../api/outlook";
import { formatDay, formatPoints } from "../../i18n/format";
import { loadWords } from "../../i18n/i18n";
import { useLanguage } from "../../i18n/language";
import { ChevronIcon } from "../../kit/icons/icons-basic";
import css from "./HomeFacts.module.css";

/**
 * The points that can be brought back, that wait and that expire next, on the stub of the card; the usual stub without
 * any. The stub has space for two facts: where there are three, the points that wait are left out, because the member
 * can do nothing about them.
 */
export function HomeFacts({ usual }: { usual: ReactNode }) {
  const { t } = useTranslation("points");
  const language = useLanguage();
  const outlook = useQuery(outlookQuery()).data;
  const next = outlook?.pending?.[0];
  const waiting = (outlook?.pending ?? []).filter((one) => one.day === next?.day);
  const ending = outlook?.expiring[0];
  const until = outlook?.expired[0]?.until;
  if (!next && !ending && !until) return usual;
  const sum = (parts: { points: number }[]) => parts.reduce((total, one) => total + one.points, 0);
  const expired = sum((outlook?.expired ?? []).filter((one) => one.until === until));
  const day = (text: string) => formatDay(noonOf(text), language);
  return (
    <>
      <span className={css.facts}>
        {until && (
          <span className={css.offer}>
            <b>{t("stub.expired", { count: expired, points: formatPoints(expired) })}</b>{" "}
            {t("stub.bringBack", { day: day(until) })}
          </span>
        )}
        {next && !(until && ending) && (
          <span>
            <b>{t("stub.pending", { points: formatPoints(sum(waiting)) })}</b>{" "}
            {t("stub.until", { day: day(next.day) })}
          </span>
        )}
        {ending && (
          <span>
            <b>{t("stub.expire", { count: ending.points, points: formatPoints(ending.points) })}</b>{" "}
            {t("stub.on", { day: day(ending.lastDay) })}
          </span>
        )}
      </span>
      <ChevronIcon size={18} />
    </>
  );
}

/** The facts, once their texts are loaded. */
export async function withWords() {
  await loadWords(["points"]);
  return HomeFacts;
}
