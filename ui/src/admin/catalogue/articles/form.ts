import type { Article, ArticleInput } from "../../kit/editor/kinds";
import { nothing, tidyOptional, tidyText } from "../../kit/editor/localized";
import { withoutState } from "../../kit/editor/withoutState";

/** The form of an article: a copy of what is saved, or an empty one, hidden until somebody says otherwise. */
export function articleForm(article: Article | undefined): ArticleInput {
  if (!article) return { type: "news", title: nothing, content: nothing, active: false };
  const { _id, created, updated, reads, likes, ...input } = article;
  return withoutState(input);
}

/** As the server wants it: nothing empty. */
export function tidyArticle(form: ArticleInput): ArticleInput {
  const { coverImg, ...rest } = form;
  const cover = tidyOptional(coverImg);
  return {
    ...rest,
    title: tidyText(form.title),
    content: tidyText(form.content),
    ...(cover ? { coverImg: cover } : {}),
  };
}

/** What is wrong before anything is sent, by field. */
export function checkArticle(form: ArticleInput): Partial<Record<string, "required">> {
  return {
    ...(form.title.en.trim() ? {} : { "title.en": "required" }),
    ...(form.content.en.trim() ? {} : { "content.en": "required" }),
  };
}
