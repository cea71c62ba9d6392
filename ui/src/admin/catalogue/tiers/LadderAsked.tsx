import { useTranslation } from "react-i18next";
import { noonOf } from "../../../api/outlook";
import { formatDate, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Facts } from "../../kit/Facts";
import { useGoalWords } from "../goals/useGoalWords";
import type { Ladder, LadderRequest } from "./tiers";

/** A ladder that waits for a second person: who would rise and fall, what it asks for, and what the present one asks for. */
export function LadderAsked({
  of: { before, after, rise, fall, firstFall, removed = 0 },
}: {
  of: LadderRequest;
}) {
  const { t } = useTranslation("adminGoals");
  const language = useLanguage();
  const reached = useGoalWords();
  const words = (ladder: Ladder) => (
    <>
      {t(`counts.${ladder.counts}`)}
      <br />
      {t(`tiers.windows.${ladder.window.kind}`)}
      {ladder.window.kind === "months" && ` (${ladder.window.months})`}
      {ladder.levels.map(({ name, target, reward }) => (
        <span key={target}>
          <br />
          {localized(name, language)} {formatPoints(target)}
          {reward && ` · ${reached.reward({ reward })}`}
        </span>
      ))}
      <br />
      {t("tiers.notice")} {ladder.noticeDays}
      <br />
      {t("tiers.grace")} {ladder.graceDays}
    </>
  );
  return (
    <Facts
      facts={[
        [t("tiers.effect.rise"), formatPoints(rise)],
        [t("tiers.effect.fall"), formatPoints(fall)],
        [t("tiers.effect.goes"), removed > 0 && formatPoints(removed)],
        [t("tiers.effect.firstFall"), firstFall && formatDate(noonOf(firstFall), language)],
        [t("tiers.effect.asked"), words(after)],
        [t("tiers.effect.before"), before && words(before)],
      ]}
    />
  );
}
