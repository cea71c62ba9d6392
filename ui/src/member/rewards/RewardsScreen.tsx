import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { Screen } from "../../kit/screen/Screen";
import { Coupons } from "./Coupons";

/** Everything that the member redeemed; of one type where the address names it. */
export function RewardsScreen() {
  const { t } = useTranslation("rewards");
  const [query] = useSearchParams();
  const asked = query.get("type");
  const type = asked === "coupon" || asked === "exchange" ? asked : undefined;
  return (
    <Screen title={t("title")} info={<p>{t("info")}</p>}>
      <Coupons type={type} />
    </Screen>
  );
}
