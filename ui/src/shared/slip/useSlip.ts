import { useTranslation } from "react-i18next";
import { noonOf } from "../../api/outlook";
import { formatDateTime, formatDay, formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { exactWeight } from "../weight";
import { placeOf } from "./placeOf";
import type { SlipOf, SlipRow, SlipShop } from "./slip";
import { useLineName } from "./useLineName";
import { waitingDays } from "./waitingDays";

/** Days within which a supervisor of the partner can take an award back. */
const TAKE_BACK_DAYS = 31;

/** The rows of the slip of an award; without a shop it begins with the time. */
export function useSlip({ order, awarded, copyBy }: SlipOf, shop?: SlipShop): SlipRow[] {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  const nameOf = useLineName();
  const rules = (awarded.lines ?? []).filter(({ kind }) => kind === "rule");
  const receipt = order.receipt.trim();
  const line = (name: string, value: string, strong = false): SlipRow => ({
    kind: "line",
    name,
    value,
    strong,
  });
  const plus = (points: number) => `+${formatPoints(points)}`;
  const dashes: SlipRow = { kind: "rule" };
  return [
    ...(shop ? shopOf(shop) : []),
    { kind: "centre", text: formatDateTime(order.begun, language) },
    ...(copyBy ? [{ kind: "centre", text: t("slip.copy"), strong: true } as const] : []),
    dashes,
    line(t("done.bill"), `HK$${order.amountHkd}`),
    ...(receipt ? [line(t("done.receipt"), receipt)] : []),
    ...(awarded.basePoints === undefined ? [] : [dashes, line(t("done.base"), plus(awarded.basePoints))]),
    ...(order.enjoyCard && awarded.extraPoints !== undefined
      ? [line(t("done.card"), plus(awarded.extraPoints))]
      : []),
    ...rules.map((one) => line(nameOf(one), plus(one.points))),
    { kind: "rule", solid: true },
    line(t("done.points"), plus(awarded.points), true),
    ...waitingDays(awarded.lines).map(([day, points]) =>
      line(t("done.pending", { day: formatDay(noonOf(day), language) }), formatPoints(points)),
    ),
    dashes,
    line(order.member.name, `${order.member.shortId.slice(0, 4)} ····`),
    ...(awarded.balance
      ? [
          line(t("done.balanceBefore"), formatPoints(awarded.balance.before)),
          line(t("done.balanceNow"), formatPoints(awarded.balance.after), true),
        ]
      : []),
    ...(awarded.goals ?? []).map(({ name, progress, target }) =>
      line(
        localized(name, language),
        t("done.goal", { progress: formatPoints(progress), target: formatPoints(target) }),
      ),
    ),
    ...(awarded.carbonGrams ? [line(t("done.carbon"), exactWeight(Number(awarded.carbonGrams)))] : []),
    dashes,
  ];

  function shopOf({ partner, outlet, till, by }: SlipShop): SlipRow[] {
    const own = localized(partner, language);
    // The shop's sign is often in Chinese, so the slip has both names.
    const other = language === "en" ? (partner.zhhk ?? partner.zh) : partner.en;
    const names = [other, own].filter((one, at, all) => one && all.indexOf(one) === at);
    const place = [placeOf(outlet, till, language), copyBy ?? by].filter(Boolean);
    return [
      ...names.map((text): SlipRow => ({ kind: "centre", text: text ?? "", strong: true })),
      { kind: "centre", text: place.join(language === "en" ? ", " : " ") },
    ];
  }
}

/** The last rows of a slip, below the code: the number of the transaction, and until when a mistake can be put right. */
export function useSlipFoot({ awarded }: SlipOf): SlipRow[] {
  const { t } = useTranslation("counter");
  return [
    { kind: "centre", text: awarded.number },
    { kind: "centre", text: t("slip.wrong", { count: TAKE_BACK_DAYS }) },
  ];
}
