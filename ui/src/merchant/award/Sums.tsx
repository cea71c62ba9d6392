import { useTranslation } from "react-i18next";
import { formatPoints } from "../../i18n/format";
import { classes } from "../../kit/classes";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import css from "../Counter.module.css";
import { grouped } from "./amount";

/** The bill as typed, beside the points that it gives. */
export function Sums({ amount, points }: { amount: string; points: number }) {
  const { t } = useTranslation("counter");
  const bill = grouped(amount || "0");
  const gain = `+${formatPoints(points)}`;
  // Both amounts use one font size, and they are side by side on a phone.
  const longest = Math.max(bill.length, gain.length);
  const height = longest > 7 ? 24 : longest > 6 ? 34 : 52;
  return (
    <div className={css.sums}>
      <div>
        <p>{t("award.bill")}</p>
        <div className={css.sum}>
          <StencilNumber value={bill} height={height} label={`HK$${bill}`} />
          <i />
        </div>
      </div>
      <div>
        <p>{t("award.points")}</p>
        <div className={classes(css.sum, css.points)} role="status">
          <StencilNumber value={gain} height={height} />
        </div>
      </div>
    </div>
  );
}
