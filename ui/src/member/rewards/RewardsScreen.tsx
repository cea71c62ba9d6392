import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { Screen } from "../../kit/screen/Screen";
import { Coupons } from "./Coupons";

/** All redemptions of the member, or only the type that the address names. */
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
