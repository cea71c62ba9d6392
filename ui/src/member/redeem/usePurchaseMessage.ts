import { useTranslation } from "react-i18next";
import type { Item } from "../../api/items";
import { formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { type MessageState, paths } from "../../shared/paths";
import type { PurchaseOutcome } from "./purchase";

export function usePurchaseMessage() {
  const { t } = useTranslation("redeem");
  const language = useLanguage();
  return (outcome: Exclude<PurchaseOutcome, { kind: "signedOut" }>, item: Item): MessageState => {
    if (outcome.kind === "bought") {
      const words = {
        name: localized(item.name, language),
        count: outcome.points,
        points: formatPoints(outcome.points),
        balance: formatPoints(outcome.balance),
      };
      const state = outcome.processing ? "processing" : "done";
      return {
        tone: "success",
        title: t(`result.${state}.title`),
        message: t(`result.${state}.text`, words),
        buttonText: t(`result.${state}.button`),
        buttonLink: outcome.processing ? paths.rewards : paths.saved,
      };
    }
    const back = { tone: "error", buttonText: t("result.back"), buttonLink: paths.redeem } as const;
    if (outcome.kind === "insufficient")
      return { ...back, title: t("result.insufficient.title"), message: t("result.insufficient.text") };
    const why = outcome.kind === "silent" ? t("result.silent") : outcome.said;
    const again = outcome.kind === "failed" && t("result.again");
    return {
      ...back,
      title: t("result.unavailable.title"),
      message: [t("result.unavailable.text"), why, again].filter(Boolean).join("\n"),
    };
  };
}
