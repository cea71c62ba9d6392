import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../api/call";
import { screens } from "../../device/transition";
import { localized, tongueOf, useLanguage } from "../../i18n/language";
import { ButtonLink } from "../../kit/buttons/Button";
import { ScreenLink } from "../../kit/buttons/ScreenLink";
import { EmptyState } from "../../kit/loading/EmptyState";
import { Bone, SkeletonRegion } from "../../kit/loading/Skeletons";
import { Loaded } from "../../kit/loading/States";
import text from "../../kit/styles/text.module.css";
import { articlePath, paths, withBack } from "../../shared/paths";
import css from "./SavedScreen.module.css";

const likedQuery = () =>
  queryOptions({
    queryKey: ["articles", "liked"],
    queryFn: ({ signal }) => call("get", "/api/article/liked", { query: { limit: 500 }, signal }),
    // The member may just have liked or unliked an article on another screen.
    staleTime: 0,
  });

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
                  <ScreenLink
                    className={css.like}
                    to={articlePath(article._id)}
                    state={withBack}
                    change={(go) => screens.change("#cover", go)}
                  >
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
