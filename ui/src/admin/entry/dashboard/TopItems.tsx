import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { ButtonLink } from "../../../kit/buttons/Button";
import { EmptyBox } from "../../../kit/loading/EmptyPlaces";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import adminCss from "../../admin.module.css";
import { Table } from "../../kit/DataTable";
import { NothingYet } from "../../kit/NothingYet";
import { formatHkd, type Span } from "../../money/reports/reports";
import { adminPaths, recordPath } from "../../paths";
import css from "./Dashboard.module.css";
import { type ItemShare, itemSharesQuery } from "./figures";

const SHOWN = 5;

/** The rewards that members took most, and what they cost the programme. */
export function TopItems({ span }: { span: Span }) {
  const { t } = useTranslation("adminDashboard");
  const language = useLanguage();
  const shares = useQuery(itemSharesQuery(span));
  return (
    <section className={`${adminCss.panel} ${adminCss.list}`}>
      <div className={adminCss.panelHead}>
        <h2>{t("items.title")}</h2>
        <ButtonLink kind="text" small to={adminPaths.items}>
          {t("items.all")}
        </ButtonLink>
      </div>
      <Loaded of={shares} failed={t("failed")} skeleton={<RowSkeleton count={2} />}>
        {(rows) =>
          rows.length === 0 ? (
            <NothingYet picture={<EmptyBox />}>{t("items.none")}</NothingYet>
          ) : (
            <Table<ItemShare>
              label={t("items.title")}
              rows={rows.slice(0, SHOWN)}
              rowKey={({ _id }) => _id}
              columns={[
                {
                  key: "name",
                  head: t("items.item"),
                  cell: ({ _id, name }) => (
                    <Link className={css.inRow} to={recordPath(adminPaths.items, _id)}>
                      {localized(name, language)}
                    </Link>
                  ),
                },
                {
                  key: "bought",
                  head: t("items.bought"),
                  end: true,
                  cell: ({ bought }) => formatPoints(bought),
                },
                {
                  key: "cost",
                  head: t("items.cost"),
                  end: true,
                  cell: ({ costHkd }) =>
                    costHkd === undefined ? "–" : formatHkd(costHkd).replace("HK$", ""),
                },
              ]}
            />
          )
        }
      </Loaded>
    </section>
  );
}
