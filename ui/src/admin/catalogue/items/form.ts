import type { ContentForm } from "../../kit/editor/ContentEditor";
import { blankTexts, type Content, withoutEmpty } from "../../kit/editor/content";
import { type Item, type ItemInput, items } from "../../kit/editor/kinds";
import { nothing, numbered } from "../../kit/editor/localized";
import { asDraft, withoutState } from "../../kit/editor/withoutState";
import { adminPaths } from "../../paths";

/** The props of each part of an item's form. */
export interface ItemFields {
  form: ContentForm<Item, ItemInput>;
}

/** Items: what members buy with points. */
export const itemContent: Content<Item, ItemInput> = {
  kind: items,
  namespace: "adminItems",
  path: adminPaths.items,
  writers: "runProgramme",
  texts: ({ name, description, toc }) => [name, description, toc],
  copy: (form) => ({ ...asDraft(form), name: numbered(form.name) }),
  form(item) {
    if (!item)
      return {
        type: "coupon",
        name: nothing,
        points: 0,
        leftover: -1,
        qoutaPerson: -1,
        content: { kind: "generated", format: "qrcode" },
        active: false,
        unclaimed: "used",
      };
    const { _id, created, updated, freeCodes, ...input } = item;
    return withoutState(input);
  },
  tidy(form) {
    const { kind, format = "qrcode", imgUrl } = form.content;
    const shown = kind === "image" ? (imgUrl ? { imgUrl } : {}) : { format };
    const { useWithinDays, useUntil, ...lasting } = form;
    const sent = form.type === "coupon" ? form : lasting;
    return { ...withoutEmpty(sent), content: { kind, ...shown } };
  },
  check: ({ name, points, content }) => ({
    ...blankTexts({ name }),
    ...(points > 0 ? {} : { points: "number" }),
    ...(content.kind === "image" && !content.imgUrl ? { "content.imgUrl": "required" } : {}),
  }),
};
