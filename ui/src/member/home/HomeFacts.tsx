import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { noonOf, outlookQuery } from "../../api/outlook";
import { formatDay, formatPoints } from "../../i18n/format";
import { loadWords } from "../../i18n/i18n";
import { useLanguage } from "../../i18n/language";
import { ChevronIcon } from "../../kit/icons/icons-basic";
import css from "./HomeFacts.module.css";

/** The points that wait and that expire next, on the stub of the card; the usual stub without any. */
export function HomeFacts({ usual }: { usual: ReactNode }) {
  const { t } = useTranslation("points");
  const language = useLanguage();
  const outlook = useQuery(outlookQuery()).data;
  const next = outlook?.pending?.[0];
  const waiting = (outlook?.pending ?? []).filter((one) => one.day === next?.day);
  const ending = outlook?.expiring[0];
  if (!next && !ending) return usual;
  const day = (text: string) => formatDay(noonOf(text), language);
  return (
    <>
      <span className={css.facts}>
        {next && (
          <span>
            <b>
              {t("stub.pending", { points: formatPoints(waiting.reduce((sum, one) => sum + one.points, 0)) })}
            </b>{" "}
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
