import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatDate, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { EmptyBox } from "../../../kit/loading/EmptyPlaces";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { ContentList } from "../../kit/editor/ContentList";
import { adminPaths, recordPath } from "../../paths";
import { campaignContent } from "./form";

/** The list of campaigns: codes that give points when scanned. */
export function CampaignsScreen() {
  const { t } = useTranslation("adminCampaigns");
  const language = useLanguage();
  return (
    <ContentList
      picture={<EmptyBox />}
      of={campaignContent}
      columns={[
        {
          key: "name",
          head: t("campaign"),
          cell: (row) => (
            <>
              <Link className={css.open} to={recordPath(adminPaths.campaigns, row._id)}>
                {localized(row.name, language)}
              </Link>
              {row.pausedAt && <Badge tone="pollen">{t("fuse.badge")}</Badge>}
              <span className={css.two}>{t(row.shared ? "kinds.shared" : "kinds.single")}</span>
            </>
          ),
        },
        {
          key: "points",
          head: t("points"),
          end: true,
          cell: (row) => <b>{row.gift ? t(`gifts.${row.gift.kind}`) : formatPoints(row.points ?? 0)}</b>,
        },
        {
          key: "claims",
          head: t("claims"),
          end: true,
          from: "small",
          cell: (row) =>
            (row.total ?? -1) < 0
              ? formatPoints(row.claims)
              : t("claimsOf", { claims: formatPoints(row.claims), total: formatPoints(row.total ?? 0) }),
        },
        {
          key: "until",
          head: t("fields.validUntil"),
          soft: true,
          from: "medium",
          cell: (row) => (row.validUntil ? formatDate(row.validUntil, language) : t("noEnd")),
        },
      ]}
    />
  );
}
