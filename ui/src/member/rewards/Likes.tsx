import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../api/call";
import { ButtonLink } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { ScreenLink } from "../../components/ScreenLink";
import { Bone, SkeletonRegion } from "../../components/Skeletons";
import { Loaded } from "../../components/States";
import { localized, tongueOf, useLanguage } from "../../i18n/language";
import { articlePath, paths, withBack } from "../../paths";
import text from "../../styles/text.module.css";
import css from "./SavedScreen.module.css";

const likedQuery = () =>
  queryOptions({
    queryKey: ["articles", "liked"],
    queryFn: ({ signal }) => call("get", "/api/article/liked", { query: { limit: 500 }, signal }),
    // A heart may have been given or taken a moment ago, on another screen.
    staleTime: 0,
  });

/** The articles that the member likes. */
export function Likes() {
  const { t } = useTranslation("saved");
  const language = useLanguage();
  const liked = useQuery(likedQuery());
  return (
    <Loaded of={liked} skeleton={<Waiting />} failed={t("likesFailed")}>
      {(articles) =>
        articles.length === 0 ? (
          <EmptyState
            title={t("noLikesTitle")}
            text={t("noLikes")}
            action={<ButtonLink to={paths.home}>{t("readNews")}</ButtonLink>}
          />
        ) : (
          <>
            <h2 className={text.sr}>{t("likes")}</h2>
            <ul className={css.likes}>
              {articles.map((article) => (
                <li key={article._id}>
                  <ScreenLink className={css.like} to={articlePath(article._id)} state={withBack}>
                    <img src={localized(article.coverImg, language)} alt="" loading="lazy" />
                    <h3 lang={tongueOf(article.title, language)}>{localized(article.title, language)}</h3>
                  </ScreenLink>
                </li>
              ))}
            </ul>
          </>
        )
      }
    </Loaded>
  );
}

function Waiting() {
  return (
    <SkeletonRegion>
      <div className={css.likes}>
        <Bone shape="card" />
        <Bone shape="card" />
        <Bone shape="card" />
      </div>
    </SkeletonRegion>
  );
}
