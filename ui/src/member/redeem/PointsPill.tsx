import { useTranslation } from "react-i18next";
import { Pip } from "../../kit/screen/Blossom";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import text from "../../kit/styles/text.module.css";
import css from "./RedeemScreen.module.css";

export function PointsPill({ points }: { points: number | undefined }) {
  const { t } = useTranslation("redeem");
  if (points === undefined) return null;
  return (
    <div className={css.pill}>
      <span className={text.sr}>{t("available")}</span>
      <Pip size={18} />
      <StencilNumber value={points} height={17} />
    </div>
  );
}
