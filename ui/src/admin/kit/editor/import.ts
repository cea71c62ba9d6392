import { type ContentName, type ImportList, texts } from "../import/import";
import { contentChanged, type Kind } from "./kinds";

const VALID = ["validFrom", "validUntil"];
const HEADINGS: Record<ContentName, readonly string[]> = {
  partners: [
    "type",
    ...texts("name"),
    ...texts("description"),
    "webLink",
    "basePoints",
    "extraPoints",
    "nameImg",
    "logo",
  ],
  articles: ["type", ...texts("title"), ...texts("content"), ...texts("coverImg")],
  items: [
    "type",
    ...texts("name"),
    ...texts("description"),
    ...texts("toc"),
    "points",
    "leftover",
    "qoutaPerson",
    "partnerId",
    ...VALID,
    "image",
    "content.kind",
    "content.format",
    "content.imgUrl",
  ],
  campaigns: ["type", ...texts("name"), "points", "perMember", "total", ...VALID],
};

/** Imports of a kind. Undo removes the new records if nobody has changed any of them. */
export function importOf<R extends { _id: string }, I>(kind: Kind<R, I>): ImportList {
  return {
    of: kind.name,
    load: kind.load,
    headings: HEADINGS[kind.name],
    changed: () => contentChanged(kind),
    undo: kind.undoLoad,
  };
}
