import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { localized, useLanguage } from "../../../i18n/language";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Badge } from "../../../kit/screen/Paper";
import adminCss from "../../admin.module.css";
import { NothingYet } from "../../kit/NothingYet";
import { adminPaths, recordPath } from "../../paths";
import css from "./Dashboard.module.css";
import { catalogueQuery, runningLow } from "./summary";

const SHOWN = 6;
/** At this stock or less the colour is plum instead of pollen. */
const SCARCE = 3;

/** Rewards with low stock. */
export function LowStock() {
  const { t } = useTranslation("adminDashboard");
  const language = useLanguage();
  const items = useQuery(catalogueQuery());
  return (
    <section className={adminCss.panel}>
      <div className={adminCss.panelHead}>
        <h2>{t("stock.title")}</h2>
      </div>
      <Loaded of={items} failed={t("failed")} skeleton={<RowSkeleton count={2} />}>
        {(all) => {
          const low = runningLow(all).slice(0, SHOWN);
          if (low.length === 0) return <NothingYet>{t("stock.none")}</NothingYet>;
          return (
            <ul className={css.low}>
              {low.map(({ item, left, codes }) => (
                <li key={item._id}>
                  <Link to={recordPath(adminPaths.items, item._id)}>{localized(item.name, language)}</Link>
                  <Badge tone={left <= SCARCE ? "plum" : "pollen"} dot={false}>
                    {t(codes ? "stock.codes" : "stock.left", { count: left })}
                  </Badge>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </section>
  );
}
