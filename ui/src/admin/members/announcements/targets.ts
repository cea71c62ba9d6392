import { queryOptions, useQuery } from "@tanstack/react-query";
import type { components } from "../../../api/schema";
import { type Article, articles, type Campaign, campaigns, type Item, items } from "../../kit/editor/kinds";
import { ADMIN } from "../../session";
import type { AnnouncementLink } from "./announcements";

export type LinkKind = AnnouncementLink["kind"];
export const LINK_KINDS = ["item", "article", "campaign"] as const satisfies readonly LinkKind[];

/** A record that an announcement can open. */
export interface Target {
  _id: string;
  name: components["schemas"]["LocalizedText"];
  /** True if members can open the record now or later. */
  open: boolean;
  scheduled: boolean;
}

const MOST = 20;

const target = ({ state, _id }: Item | Article | Campaign, name: Target["name"]): Target => ({
  _id,
  name,
  open: state === "published" || state === "scheduled",
  scheduled: state === "scheduled",
});

/** The newest records of a kind with that text in their name. Drafts and what is archived cannot be opened. */
export const foundTargets = (kind: LinkKind, q: string) =>
  queryOptions({
    queryKey: [ADMIN, "announcement-targets", kind, q],
    queryFn: async ({ signal }) => {
      const told = { signal, answered: () => {} };
      const rowsOf = async (state: "published" | "scheduled") => {
        const asked = { limit: MOST, brief: true, state, ...(q ? { q } : {}) };
        if (kind === "article")
          return (await articles.page(asked, told)).map((row) => target(row, row.title));
        const rows = await (kind === "item" ? items : campaigns).page(asked, told);
        return rows.map((row) => target(row, row.name));
      };
      return (await Promise.all([rowsOf("published"), rowsOf("scheduled")])).flat();
    },
  });

/** The record behind a link. */
export function useTarget(link: AnnouncementLink | undefined) {
  return useQuery({
    queryKey: [ADMIN, "announcement-target", link?.kind, link?.id],
    queryFn: async ({ signal }) => {
      const told = { signal, answered: () => {} };
      const { kind, id = "" } = link ?? {};
      if (kind === "article") {
        const row = await articles.get(id, told);
        return target(row, row.title);
      }
      const row = await (kind === "item" ? items : campaigns).get(id, told);
      return target(row, row.name);
    },
    enabled: Boolean(link?.id),
    retry: false,
  });
}
