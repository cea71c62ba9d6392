import { useTranslation } from "react-i18next";
import { noonOf } from "../../../api/outlook";
import { formatDate, formatPoints, formatTime } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { Table } from "../../kit/DataTable";
import own from "./Tiers.module.css";
import type { Ladder, LevelEffect, TierEffect } from "./tiers";

interface EffectProps {
  of: TierEffect;
  /** The ladder that was looked up. */
  ladder: Ladder;
  /** The ladder that is on, or the last one that was. */
  before: Ladder | undefined;
}

/** The members who would rise and fall if a ladder was on. */
export function Effect({ of, ladder, before }: EffectProps) {
  const { t } = useTranslation("adminGoals");
  const language = useLanguage();
  const { levels, rise, fall, firstFall, countedFrom, lookedUp } = of;
  const day = (one: string) => formatDate(noonOf(one), language);
  const name = ({ level, removed }: LevelEffect) => {
    const found = (removed ? before : ladder)?.levels[level - 1]?.name;
    return found ? localized(found, language) : t("tiers.level", { number: level });
  };
  const rewardsOf = (one: LevelEffect) => {
    const values = { level: name(one), count: one.rewards ?? 0, amount: formatPoints(one.rewards ?? 0) };
    return one.rewardsHkd
      ? t("tiers.effect.rewards", { ...values, hkd: one.rewardsHkd })
      : t("tiers.effect.rewardsUnknown", values);
  };
  const removed = levels.filter((one) => one.removed && one.fall > 0);
  return (
    <section className={`${css.panel} ${css.list}`} aria-live="polite">
      <div className={css.panelHead}>
        <h2>{t("tiers.effect.title")}</h2>
        <span className={css.soft}>{t("tiers.effect.lookedUp", { time: formatTime(lookedUp) })}</span>
      </div>
      <Table<LevelEffect>
        label={t("tiers.effect.title")}
        rows={levels}
        rowKey={({ level }) => String(level)}
        columns={[
          { key: "level", head: t("tiers.effect.level"), cell: name },
          {
            key: "now",
            head: t("tiers.effect.now"),
            end: true,
            cell: ({ membersNow }) => formatPoints(membersNow),
          },
          {
            key: "rise",
            head: t("tiers.effect.rise"),
            end: true,
            cell: (one) => (one.rise > 0 ? `+${formatPoints(one.rise)}` : "0"),
          },
          {
            key: "fall",
            head: t("tiers.effect.fall"),
            end: true,
            cell: (one) => (one.fall > 0 ? `−${formatPoints(one.fall)}` : "0"),
          },
          {
            key: "then",
            head: t("tiers.effect.then"),
            end: true,
            cell: ({ membersThen }) => <b>{formatPoints(membersThen)}</b>,
          },
        ]}
      />
      <div className={own.notes}>
        <Note tone={fall > 0 ? "plum" : "leaf"}>
          <p>
            {rise > 0
              ? t("tiers.effect.rises", { count: rise, amount: formatPoints(rise) })
              : t("tiers.effect.noRise")}
          </p>
          <p>
            {fall > 0
              ? t("tiers.effect.falls", { count: fall, amount: formatPoints(fall) })
              : t("tiers.effect.noFall")}
          </p>
          {firstFall && (
            <p>
              {t("tiers.effect.first", {
                day: day(firstFall),
                notice: ladder.noticeDays,
                grace: ladder.graceDays,
              })}
            </p>
          )}
          {levels
            .filter(({ rewards }) => rewards)
            .map((one) => (
              <p key={one.level}>{rewardsOf(one)}</p>
            ))}
          {removed.map((one) => (
            <p key={one.level}>
              {t("tiers.effect.removed", { level: name(one), day: one.keptUntil && day(one.keptUntil) })}
            </p>
          ))}
        </Note>
        <p className={css.soft}>{t("tiers.effect.counted", { day: day(countedFrom) })}</p>
        <p className={css.soft}>{t("tiers.effect.cost")}</p>
      </div>
    </section>
  );
}
