import { useTranslation } from "react-i18next";
import { Screen } from "../../components/Screen";
import { Coupons } from "./Coupons";

/** Everything that the member redeemed, coupons and exchanges alike. */
export function RewardsScreen() {
  const { t } = useTranslation("rewards");
  return (
    <Screen title={t("title")} info={<p>{t("info")}</p>}>
      <Coupons />
    </Screen>
  );
}
