import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { ButtonLink } from "../../../kit/buttons/Button";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Badge } from "../../../kit/screen/Paper";
import adminCss from "../../admin.module.css";
import { isLate, useAge } from "../../kit/age";
import { fullName } from "../../members/names";
import { firstQuery, queueQuery } from "../../money/settlements/settlements";
import { adminPaths } from "../../paths";
import css from "./Dashboard.module.css";

const SHOWN = 4;

/** The exchanges that have waited longest. */
export function PendingExchanges() {
  const { t } = useTranslation("adminDashboard");
  const language = useLanguage();
  const age = useAge();
  const waiting = useQuery(firstQuery(SHOWN));
  const count = useQuery(queueQuery()).data?.count ?? 0;
  return (
    <section className={`${adminCss.panel} ${css.column}`}>
      <div className={adminCss.panelHead}>
        <h2>{t("pending.title")}</h2>
        {count > 0 && (
          <Badge tone="pollen" dot={false}>
            {count}
          </Badge>
        )}
      </div>
      <Loaded of={waiting} failed={t("failed")} skeleton={<RowSkeleton count={3} />}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={`${adminCss.soft} ${css.waiting}`}>{t("pending.none")}</p>
          ) : (
            <ul className={css.waiting}>
              {rows.map((row) => {
                const late = isLate(row);
                return (
                  <li key={row._id}>
                    <b>{localized(row.redeemItemSnapshot.name, language)}</b>
                    <span className={late ? adminCss.late : adminCss.soft}>{age(row.created)}</span>
                    <span className={adminCss.soft}>{fullName(row.member)}</span>
                  </li>
                );
              })}
            </ul>
          )
        }
      </Loaded>
      <ButtonLink kind="quiet" small block to={adminPaths.settlement}>
        {t("pending.open")}
      </ButtonLink>
    </section>
  );
}
