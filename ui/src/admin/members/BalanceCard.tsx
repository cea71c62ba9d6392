import { useTranslation } from "react-i18next";
import { formatDate, formatPoints } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { Blossom } from "../../kit/screen/Blossom";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import { formatHkd } from "../money/reports/reports";
import css from "./Members.module.css";
import type { MemberPage } from "./members";

const SOON_MS = 90 * 86_400_000;

/** A member's balance, the points on hold, and points that expire soon. */
export function BalanceCard({ page }: { page: MemberPage }) {
  const { t } = useTranslation("adminMembers");
  const { t: one } = useTranslation("adminMember");
  const language = useLanguage();
  const soon = page.lots.filter(({ expires }) => expires && Date.parse(expires) - Date.now() < SOON_MS);
  const [first] = soon;
  const lapsing = soon.reduce((sum, { points }) => sum + points, 0);
  return (
    <section className={css.card} aria-label={t("balance")}>
      <Blossom size={190} print stamens={false} />
      <div>
        <p>{t("balance")}</p>
        <StencilNumber value={page.member.points} height={38} pollen />
        {page.worthHkd && <p className={css.worth}>{one("worth", { amount: formatHkd(page.worthHkd) })}</p>}
      </div>
      <div>
        <p>{one("held", { points: formatPoints(page.held) })}</p>
        <p>
          {first?.expires
            ? one("lapsing", { points: formatPoints(lapsing), day: formatDate(first.expires, language) })
            : one("nothingLapses")}
        </p>
      </div>
    </section>
  );
}
