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
      const { redemption, balance } = outcome;
      const { _id, points, useBy, status, redeemItemSnapshot } = redemption;
      if (status === "processing")
        return {
          tone: "success",
          title: t("result.processing.title"),
          message: t("result.processing.text", {
            name: localized(item.name, language),
            count: points,
            points: formatPoints(points),
          }),
          buttonText: t("result.processing.button"),
          buttonLink: paths.rewards,
        };
      const { name, image } = redeemItemSnapshot;
      return {
        tone: "success",
        title: t("result.done.title"),
        message: t("result.done.text"),
        buttonText: t("result.done.button"),
        buttonLink: paths.saved,
        bought: { _id, name, image, partner: item.partner, useBy, points, balance },
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
