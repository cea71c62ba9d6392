import type { ArticleInput, ItemInput } from "../../kit/editor/kinds";
import { nothing } from "../../kit/editor/localized";
import type { ProposedArticle, ProposedItem } from "./ownProposals";

/** A proposed reward as the preview of rewards needs it. */
export const shownItem = ({ name, image, points, leftover }: ProposedItem): ItemInput => ({
  type: "coupon",
  name: name ?? nothing,
  image: image ?? "",
  points: points ?? 0,
  leftover: leftover ?? -1,
  content: { kind: "generated" },
});

/** A proposed article as the preview of articles needs it. */
export const shownArticle = ({ type, title, coverImg, content }: ProposedArticle): ArticleInput => ({
  type,
  title: title ?? nothing,
  content: content ?? nothing,
  ...(coverImg ? { coverImg } : {}),
});
