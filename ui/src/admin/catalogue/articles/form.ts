import type { Article, ArticleInput } from "../../kit/editor/kinds";
import { nothing, tidyOptional, tidyText } from "../../kit/editor/localized";
import { withoutState } from "../../kit/editor/withoutState";

/** The form of an article: a copy of the saved one, or an empty one that is hidden by default. */
export function articleForm(article: Article | undefined): ArticleInput {
  if (!article) return { type: "news", title: nothing, content: nothing, active: false };
  const { _id, created, updated, reads, likes, ...input } = article;
  return withoutState(input);
}

/** The form without empty values, as the server requires. */
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

/** Errors by field, checked before sending. */
export function checkArticle(form: ArticleInput): Partial<Record<string, "required">> {
  return {
    ...(form.title.en.trim() ? {} : { "title.en": "required" }),
    ...(form.content.en.trim() ? {} : { "content.en": "required" }),
  };
}
