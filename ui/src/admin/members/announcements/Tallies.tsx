import { useTranslation } from "react-i18next";
import type { components } from "../../../api/schema";
import { formatPoints } from "../../../i18n/format";
import css from "../../admin.module.css";

type Tally = components["schemas"]["MessageTally"];

/** Delivery counts of an announcement by channel, without the inbox. */
export function Tallies({ of }: { of: readonly Tally[] }) {
  const { t } = useTranslation("adminAnnouncements");
  return of.map(({ channel, sent, waiting, failed }) => (
    <div key={channel}>
      <dt>{t(`channels.${channel}`)}</dt>
      <dd>
        {t("tally.sent", { amount: formatPoints(sent) })}
        {waiting > 0 && (
          <span className={css.two}>{t("tally.waiting", { amount: formatPoints(waiting) })}</span>
        )}
        {failed > 0 && <span className={css.two}>{t("tally.failed", { amount: formatPoints(failed) })}</span>}
      </dd>
    </div>
  ));
}
