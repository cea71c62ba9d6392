import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { ButtonLink } from "../../../kit/buttons/Button";
import { ClosedShop } from "../../../kit/loading/EmptyPlaces";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import adminCss from "../../admin.module.css";
import { Table } from "../../kit/DataTable";
import { NothingYet } from "../../kit/NothingYet";
import { type PartnerShare, partnerSharesQuery, type Span } from "../../money/reports/reports";
import { adminPaths } from "../../paths";
import { Change } from "./Change";
import { percent } from "./figures";

const SHOWN = 5;

/** The partners that gave the most points, and how that changed. */
export function TopPartners({ span, before }: { span: Span; before: Span }) {
  const { t } = useTranslation("adminDashboard");
  const language = useLanguage();
  const shares = useQuery(partnerSharesQuery(span));
  const earlier = useQuery(partnerSharesQuery(before)).data ?? [];
  const issuedBefore = new Map(earlier.map(({ _id = "", issued }) => [_id, issued]));
  const changed = ({ _id = "", issued }: PartnerShare) => {
    const change = percent(issued, issuedBefore.get(_id) ?? 0);
    return change === undefined ? issued > 0 ? t("partners.new") : "–" : <Change percent={change} />;
  };
  return (
    <section className={`${adminCss.panel} ${adminCss.list}`}>
      <div className={adminCss.panelHead}>
        <h2>{t("partners.title")}</h2>
        <ButtonLink kind="text" small to={`${adminPaths.money}?${new URLSearchParams({ ...span })}`}>
          {t("partners.all")}
        </ButtonLink>
      </div>
      <Loaded of={shares} failed={t("failed")} skeleton={<RowSkeleton count={2} />}>
        {(all) => {
          // Points that moved at no counter belong to no partner.
          const rows = all.filter(({ _id }) => _id !== undefined);
          if (rows.length === 0)
            return <NothingYet picture={<ClosedShop />}>{t("partners.none")}</NothingYet>;
          return (
            <Table<PartnerShare>
              label={t("partners.title")}
              rows={rows.slice(0, SHOWN)}
              rowKey={({ _id }) => _id ?? ""}
              columns={[
                {
                  key: "name",
                  head: t("partners.partner"),
                  cell: ({ name }) => name && localized(name, language),
                },
                {
                  key: "issued",
                  head: t("partners.issued"),
                  end: true,
                  cell: ({ issued }) => formatPoints(issued),
                },
                {
                  key: "redeemed",
                  head: t("partners.redeemed"),
                  end: true,
                  from: "small",
                  cell: ({ redeemed }) => formatPoints(redeemed),
                },
                { key: "change", head: t("partners.change"), end: true, cell: changed },
              ]}
            />
          );
        }}
      </Loaded>
    </section>
  );
}
