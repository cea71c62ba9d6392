import { useTranslation } from "react-i18next";
import type { components } from "../../../api/schema";
import { formatPoints } from "../../../i18n/format";
import { formatHkd } from "../reports/reports";
import { SumTiles } from "../SumTiles";
import { opposite } from "./bills";

interface SumsProps {
  sums: components["schemas"]["BillSums"];
  /** True if another column stands beside the sums. */
  narrow?: boolean;
}

/** The four sums of a bill, or of all bills. */
export function Sums({ sums, narrow = false }: SumsProps) {
  const { t } = useTranslation("adminBills");
  const owed = sums.toPayHkd.startsWith("-");
  const points = (count: number) => t("points", { count, points: formatPoints(count) });
  const tiles = [
    [t("sums.issuedHkd"), formatHkd(sums.issuedHkd), points(sums.issued)],
    [t("sums.redeemedHkd"), formatHkd(opposite(sums.redeemedHkd)), points(sums.redeemed)],
    [t("sums.feeHkd"), formatHkd(sums.feeHkd), t("feeLine")],
    [
      t(owed ? "sums.toGetHkd" : "sums.toPayHkd"),
      formatHkd(sums.toPayHkd.replace("-", "")),
      t(owed ? "toGetLine" : "toPayLine"),
    ],
  ] as const;
  return <SumTiles sums={tiles} narrow={narrow} />;
}
