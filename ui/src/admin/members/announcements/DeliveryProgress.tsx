import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import css from "../../admin.module.css";
import { oneOf } from "../../kit/editor/kinds";
import { type Announcement, announcements } from "./announcements";
import { Tallies } from "./Tallies";

const WATCHED_MS = 2000;

const isUnderWay = ({ state, messages }: Announcement) =>
  state === "sending" || messages.some(({ waiting }) => waiting > 0);

/** The number of members who received an announcement, and of those who opened it. Both numbers are live. */
export function DeliveryProgress({ id }: { id: string }) {
  const { t } = useTranslation("adminAnnouncements");
  const { data } = useQuery({
    ...oneOf(announcements, id),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data.record) ? WATCHED_MS : false),
  });
  if (!data) return null;
  const { delivered, opened, messages } = data.record;
  return (
    <section className={css.panel}>
      <h2>{t("fate")}</h2>
      <dl className={css.facts}>
        <div>
          <dt>{t("delivered")}</dt>
          <dd>{formatPoints(delivered)}</dd>
        </div>
        <div>
          <dt>{t("opened")}</dt>
          <dd>
            {formatPoints(opened)}
            {delivered > 0 && (
              <span className={css.two}>
                {t("share", { percent: Math.round((opened / delivered) * 100) })}
              </span>
            )}
          </dd>
        </div>
        <Tallies of={messages} />
      </dl>
      <p className={css.two}>{t("seenHow")}</p>
    </section>
  );
}
