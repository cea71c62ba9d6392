import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { ButtonLink } from "../../../kit/buttons/Button";
import { EmptySheet } from "../../../kit/loading/EmptyPlaces";
import css from "../../admin.module.css";
import { ContentList } from "../../kit/editor/ContentList";
import { adminPaths, recordPath } from "../../paths";
import { useMay } from "../../session";
import { articleContent } from "./form";

/** News and activities. */
export function ArticlesScreen() {
  const { t } = useTranslation("adminArticles");
  const language = useLanguage();
  const mayReadViews = useMay("readViews");
  return (
    <ContentList
      picture={<EmptySheet />}
      of={articleContent}
      more={
        mayReadViews && (
          <ButtonLink kind="text" small to={adminPaths.pageViews}>
            {t("views")}
          </ButtonLink>
        )
      }
      filter={{
        label: t("allTypes"),
        options: (["news", "activities"] as const).map((value) => ({ value, label: t(`types.${value}`) })),
      }}
      columns={[
        {
          key: "title",
          head: t("article"),
          cell: (row) => {
            const cover = row.coverImg && localized(row.coverImg, language);
            return (
              <span className={css.who}>
                {cover ? <img className={css.thumb} src={cover} alt="" /> : <span className={css.thumb} />}
                <Link className={css.open} to={recordPath(adminPaths.articles, row._id)}>
                  {localized(row.title, language)}
                </Link>
              </span>
            );
          },
        },
        {
          key: "type",
          head: t("fields.type"),
          soft: true,
          from: "medium",
          cell: (row) => t(`types.${row.type}`),
        },
        { key: "reads", head: t("reads"), end: true, from: "small", cell: (row) => formatPoints(row.reads) },
        { key: "likes", head: t("likes"), end: true, from: "medium", cell: (row) => formatPoints(row.likes) },
      ]}
    />
  );
}
