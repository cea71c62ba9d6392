import type { Item, ItemInput } from "../../kit/editor/kinds";
import { nothing, tidyOptional, tidyText } from "../../kit/editor/localized";
import { withoutState } from "../../kit/editor/withoutState";

/** The form of an item: a copy of the saved one, or an empty one. */
export function itemForm(item: Item | undefined): ItemInput {
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
}

/** The form without empty values, as the server requires. */
export function tidyItem(form: ItemInput): ItemInput {
  const { description, toc, image, partnerId, validFrom, validUntil, ...rest } = form;
  const { kind, format, imgUrl } = form.content;
  const tidyDescription = tidyOptional(description);
  const tidyToc = tidyOptional(toc);
  return {
    ...rest,
    name: tidyText(form.name),
    content: {
      kind,
      ...(kind === "image" ? (imgUrl ? { imgUrl } : {}) : { format: format ?? "qrcode" }),
    },
    ...(tidyDescription ? { description: tidyDescription } : {}),
    ...(tidyToc ? { toc: tidyToc } : {}),
    ...(image ? { image } : {}),
    ...(partnerId ? { partnerId } : {}),
    ...(validFrom ? { validFrom } : {}),
    ...(validUntil ? { validUntil } : {}),
  };
}

export type ItemError = "required" | "number";

/** Errors by field, checked before sending. */
export function checkItem(form: ItemInput): Partial<Record<string, ItemError>> {
  return {
    ...(form.name.en.trim() ? {} : { "name.en": "required" }),
    ...(form.points > 0 ? {} : { points: "number" }),
    ...(form.content.kind === "image" && !form.content.imgUrl ? { "content.imgUrl": "required" } : {}),
  };
}

const FIELDS = [
  "name",
  "description",
  "toc",
  "image",
  "points",
  "type",
  "partnerId",
  "content",
  "active",
  "validFrom",
  "validUntil",
  "leftover",
  "lowStock",
  "qoutaPerson",
  "unclaimed",
] as const;

/** The first part of a path such as `name.zh`, if the form has that field. */
export function fieldName(key: string): (typeof FIELDS)[number] | "other" {
  return FIELDS.find((name) => name === key.split(".")[0]) ?? "other";
}
