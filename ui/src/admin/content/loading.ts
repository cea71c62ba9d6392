import type { ContentName, Loading } from "../loading/loading";
import { contentChanged, type Kind } from "./kinds";

/** Ids that one call may name. */
const AT_ONCE = 500;

const texts = (field: string) => ["en", "zh", "zhhk"].map((language) => `${field}.${language}`);
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

/** Files of a kind. What one made is taken back like any other record, unless something else needs it by now. */
export function loadingOf<R extends { _id: string }, I>(kind: Kind<R, I>): Loading {
  return {
    of: kind.name,
    load: kind.load,
    headings: HEADINGS[kind.name],
    changed: () => contentChanged(kind),
    async undo(ids) {
      let gone = 0;
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        const fates = await kind.bulk({ action: "delete", ids: ids.slice(from, from + AT_ONCE) });
        gone += fates.filter(({ done }) => done).length;
      }
      return gone;
    },
  };
}
