import { blankTexts, type Content, withoutEmpty } from "../../kit/editor/content";
import { type Article, type ArticleInput, articles } from "../../kit/editor/kinds";
import { nothing, numbered } from "../../kit/editor/localized";
import { asDraft, withoutState } from "../../kit/editor/withoutState";
import { adminPaths } from "../../paths";

/** News and activities. A new article is hidden. */
export const articleContent: Content<Article, ArticleInput> = {
  kind: articles,
  namespace: "adminArticles",
  path: adminPaths.articles,
  writers: "writeContent",
  texts: ({ title, content }) => [title, content],
  copy: (form) => ({ ...asDraft(form), title: numbered(form.title) }),
  form(article) {
    if (!article) return { type: "news", title: nothing, content: nothing, active: false };
    const { _id, created, updated, reads, likes, ...input } = article;
    return withoutState(input);
  },
  tidy: withoutEmpty,
  check: ({ title, content }) => blankTexts({ title, content }),
};
