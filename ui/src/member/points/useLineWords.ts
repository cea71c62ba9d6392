import { useTranslation } from "react-i18next";
import { formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import type { Transaction } from "../../shared/statement";

type Line = NonNullable<Transaction["lines"]>[number];

/** The words of a part of the points for a purchase. */
export function useLineWords() {
  const { t } = useTranslation("points");
  const language = useLanguage();
  return ({ kind, name, points, rule }: Line) => ({
    key: rule ?? kind,
    byRule: kind === "rule",
    points: formatPoints(points),
    name: name ? localized(name, language) : t(`receipt.${kind}`),
  });
}
