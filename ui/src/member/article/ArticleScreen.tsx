import { useQuery } from "@tanstack/react-query";
import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { isNotFound } from "../../api/isNotFound";
import { formatLongDate, formatPoints } from "../../i18n/format";
import { localized, tongueOf, useLanguage } from "../../i18n/language";
import { ButtonLink } from "../../kit/buttons/Button";
import { EyeIcon } from "../../kit/icons/icons-basic";
import { HeartFilledIcon, HeartIcon } from "../../kit/icons/icons-member";
import { BlankSignpost } from "../../kit/loading/EmptyPlaces";
import { EmptyState } from "../../kit/loading/EmptyState";
import { lazyComponent } from "../../kit/loading/lazyComponent";
import { Bone, SkeletonRegion } from "../../kit/loading/Skeletons";
import { ErrorState } from "../../kit/loading/States";
import { CoverBack } from "../../kit/screen/Cover";
import { Screen, ScreenFrameContext } from "../../kit/screen/Screen";
import text from "../../kit/styles/text.module.css";
import { paths } from "../../shared/paths";
import css from "./ArticleScreen.module.css";
import { articleQuery, isLiked, listedArticle, toggleLike } from "./article";

// The HTML cleaner is as large as the screen. Title and picture do not wait for it.
const ArticleHtml = lazyComponent(async () => (await import("../../shared/article/ArticleHtml")).ArticleHtml);

export function ArticleScreen() {
  const { t } = useTranslation("article");
  const { id = "" } = useParams();
  const navigate = useNavigate();
  const language = useLanguage();
  const { back } = useContext(ScreenFrameContext);
  const article = useQuery(articleQuery(id));
  // A list may already hold title and picture. An article that no longer exists shows neither.
  const data = article.data ?? (isNotFound(article.error) ? undefined : listedArticle(id));
  const content = article.data?.content;
  return (
    <Screen title={data ? localized(data.title, language) : t("title")} header="none" flush>
      <CoverBack onClick={back ?? (() => navigate(paths.home))} />
      {data ? (
        <>
          <img id="cover" className={css.cover} src={localized(data.coverImg, language)} alt="" />
          <article className={css.body}>
            <p className={css.kind}>
              {t(data.type)} · {t("posted", { date: formatLongDate(data.created, language) })}
            </p>
            <h1 className={text.t1} lang={tongueOf(data.title, language)}>
              {localized(data.title, language)}
            </h1>
            {/* The list's counts lack the read that opening adds: they would change and shift. */}
            <div className={css.counts}>
              {article.data && (
                <>
                  <span>
                    <EyeIcon size={20} />
                    {t("reads", { count: article.data.reads, shown: formatPoints(article.data.reads) })}
                  </span>
                  <span>
                    <HeartIcon size={20} />
                    {t("likes", { count: data.likes, shown: formatPoints(data.likes) })}
                  </span>
                </>
              )}
            </div>
            {content ? (
              <ArticleHtml
                html={localized(content, language)}
                lang={tongueOf(content, language)}
                waiting={<ArticleLines />}
              />
            ) : article.isError ? (
              <ErrorState title={t("failed")} error={article.error} onRetry={article.refetch} />
            ) : (
              <SkeletonRegion>
                <ArticleLines />
              </SkeletonRegion>
            )}
          </article>
          <div className={css.place}>
            <button
              type="button"
              className={css.like}
              aria-pressed={isLiked(data)}
              onClick={() => toggleLike(data)}
            >
              {isLiked(data) ? <HeartFilledIcon petal /> : <HeartIcon />}
              {isLiked(data) ? t("liked") : t("like")}
            </button>
          </div>
        </>
      ) : isNotFound(article.error) ? (
        <div className={css.failed}>
          <EmptyState
            picture={<BlankSignpost />}
            title={t("gone.title")}
            text={t("gone.text")}
            action={<ButtonLink to={paths.home}>{t("gone.on")}</ButtonLink>}
          />
        </div>
      ) : article.isError ? (
        <div className={css.failed}>
          <ErrorState title={t("failed")} error={article.error} onRetry={article.refetch} />
        </div>
      ) : (
        <SkeletonRegion>
          <Bone shape="cover" />
          <div className={css.body}>
            <Bone shape="title" />
            <div className={css.counts} />
            <ArticleLines />
          </div>
        </SkeletonRegion>
      )}
    </Screen>
  );
}

const LINES = [0, 1, 2, 3, 4];

function ArticleLines() {
  return (
    <div className={css.lines} aria-hidden="true">
      {LINES.map((line) => (
        <Bone key={line} shape="line" />
      ))}
    </div>
  );
}
