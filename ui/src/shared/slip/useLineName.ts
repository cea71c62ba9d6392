import { useTranslation } from "react-i18next";
import { type LocalizedText, localized, useLanguage } from "../../i18n/language";

/** A part of the points for a purchase. */
interface Line {
  kind: string;
  /** The name of the rule that gave it. */
  name?: LocalizedText;
}

/** The name of a part of the points: that of its rule, or of the partner's own rates. */
export function useLineName() {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  return ({ kind, name }: Line) => {
    if (kind === "rule") return name ? localized(name, language) : t("because.rule");
    return t(kind === "base" ? "done.base" : "done.card");
  };
}
