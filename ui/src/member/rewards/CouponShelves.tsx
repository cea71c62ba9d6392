import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ChevronIcon } from "../../kit/icons/icons-basic";
import layout from "../../kit/styles/layout.module.css";
import css from "./CouponShelves.module.css";
import { isUnanswered } from "./openCoupon";
import { type Redemption, shelvesOf } from "./redemptions";

interface CouponShelvesProps {
  all: readonly Redemption[];
  /** Ready, in progress, and used ones folded; otherwise one list. */
  folded: boolean;
  /** Shows the used ones at once. */
  unfolded: boolean;
  draw(redemption: Redemption): ReactNode;
}

export function CouponShelves({ all, folded, unfolded, draw }: CouponShelvesProps) {
  const { t } = useTranslation("rewards");
  const grid = (some: readonly Redemption[]) => (
    <ul className={layout.grid}>
      {some.map((redemption) => (
        <li key={redemption._id}>{draw(redemption)}</li>
      ))}
    </ul>
  );
  if (!folded) return grid(all);
  const { ready, progress, past } = shelvesOf(all, isUnanswered);
  const shelf = (title: string, some: readonly Redemption[]) =>
    some.length > 0 && (
      <section className={css.shelf}>
        <div className={layout.section}>
          <h2>{title}</h2>
          <small>{some.length}</small>
        </div>
        {grid(some)}
      </section>
    );
  return (
    <>
      {shelf(t("ready"), ready)}
      {shelf(t("inProgress"), progress)}
      {past.length > 0 && (
        <details className={css.fold} open={unfolded || past.length === all.length}>
          <summary>
            <span className={css.pile}>
              {past.slice(0, 3).map(({ _id, redeemItemSnapshot }) => (
                <img key={_id} src={redeemItemSnapshot.image} alt="" />
              ))}
            </span>
            <span>{t("past", { count: past.length })}</span>
            <span className={css.chevron}>
              <ChevronIcon size={20} />
            </span>
          </summary>
          {grid(past)}
        </details>
      )}
    </>
  );
}
