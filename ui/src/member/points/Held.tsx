import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../api/call";
import { formatDate, formatPoints } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { classes } from "../../kit/classes";
import { LockIcon } from "../../kit/icons/icons-member";
import { Note } from "../../kit/screen/Paper";
import { Row } from "../../kit/screen/Row";
import layout from "../../kit/styles/layout.module.css";
import { LazyContactRows } from "../../shared/LazyContactRows";
import css from "./Lots.module.css";

/** The points that staff have put on hold, why, and the ways to ask about it. */
export function Held() {
  const { t } = useTranslation("points");
  const language = useLanguage();
  const { data: holds = [] } = useQuery({
    queryKey: ["held"],
    queryFn: ({ signal }) => call("get", "/api/transaction/held", { signal }),
    staleTime: 60_000,
  });
  if (holds.length === 0) return null;
  return (
    <section aria-label={t("heldTitle")}>
      <div className={classes(layout.card, css.card)}>
        <ul className={layout.rows}>
          {holds.map(({ points, since }) => (
            <li key={`${since} ${points}`}>
              <Row
                icon={
                  <span className={classes(css.puck, css.held)}>
                    <LockIcon size={22} />
                  </span>
                }
                title={t("held", {
                  count: points,
                  points: formatPoints(points),
                  day: formatDate(since, language),
                })}
              />
            </li>
          ))}
        </ul>
      </div>
      <Note>{t("heldText")}</Note>
      <LazyContactRows waiting={null} />
    </section>
  );
}
