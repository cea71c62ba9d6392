import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { nextCursor } from "../../../api/page";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { ADMIN } from "../../session";
import type { ContentName, Import, ImportAnswer, ImportUndone } from "../import/import";

type Schemas = components["schemas"];
export type Item = Schemas["AdminItem"];
export type ItemInput = Schemas["ItemInput"];
export type Partner = Schemas["AdminPartner"];
export type PartnerInput = Schemas["PartnerInput"];
export type Article = Schemas["AdminArticle"];
export type ArticleInput = Schemas["ArticleInput"];
export type Campaign = Schemas["AdminCampaign"];
export type CampaignInput = Schemas["CampaignInput"];

export interface Told {
  signal: AbortSignal;
  answered: (headers: Headers) => void;
}

export type State = Schemas["ContentState"];
export type BulkChange = Schemas["BulkRequest"];
export type BulkOutcome = Schemas["BulkFate"];

/** The state of a record. */
export interface Standing {
  _id: string;
  state?: string;
  publishAt?: string;
}

/** Sort orders of the server; newest first is its default. */
export type ContentSort = "newest" | "oldest" | "updated" | "name";

interface PageQuery {
  limit: number;
  cursor?: string;
  /** Search text for the name. */
  q?: string;
  state?: string;
  type?: string;
  partner?: string;
  /** Created from this day to that one. */
  from?: string;
  to?: string;
  sort?: ContentSort;
  /** Leaves out fields that only the editor needs. */
  brief?: boolean;
}

/** Records that are edited in a form one by one. */
export interface Editable<R extends { _id: string }, I> {
  name: string;
  get(id: string, told: Told): Promise<R>;
  /** Absent if records are created elsewhere. */
  create?(body: I): Promise<R>;
  replace(id: string, etag: string, body: I, answered: (headers: Headers) => void): Promise<R>;
}

/** Records with an editor page of their own. */
export interface Creatable<R extends { _id: string }, I> extends Editable<R, I> {
  create(body: I): Promise<R>;
  remove(id: string): Promise<unknown>;
}

/** A kind of content; all kinds have the same API calls. */
export interface Kind<R extends { _id: string }, I> extends Creatable<R, I> {
  name: ContentName;
  page(query: PageQuery, told: Told): Promise<R[]>;
  /** Publishes, archives, removes or restores many records; each has its own result. */
  bulk(change: BulkChange): Promise<BulkOutcome[]>;
  /** Imports a file, or tries it as a dry run. */
  load(how: Import): Promise<ImportAnswer>;
  /** Undoes an import, all rows or none. */
  undoLoad(ids: string[]): Promise<ImportUndone>;
  /** The records that use this one. */
  uses(id: string): Promise<Schemas["ContentUse"][]>;
}

export const items: Kind<Item, ItemInput> = {
  name: "items",
  page: (query, told) => call("get", "/api/admin/items", { query, ...told }),
  get: (id, told) => call("get", "/api/admin/items/{id}", { path: { id }, ...told }),
  create: (body) => call("post", "/api/admin/items", { body }),
  replace: (id, etag, body, answered) =>
    call("put", "/api/admin/items/{id}", { path: { id }, headers: { "If-Match": etag }, body, answered }),
  remove: (id) => call("delete", "/api/admin/items/{id}", { path: { id } }),
  bulk: (body) => call("post", "/api/admin/items/bulk", { body }),
  load: (how) => call("post", "/api/admin/items/import", how),
  undoLoad: (ids) => call("post", "/api/admin/items/import/undo", { body: { ids } }),
  uses: (id) => call("get", "/api/admin/items/{id}/uses", { path: { id } }),
};

export const partners: Kind<Partner, PartnerInput> = {
  name: "partners",
  page: (query, told) => call("get", "/api/admin/partners", { query, ...told }),
  get: (id, told) => call("get", "/api/admin/partners/{id}", { path: { id }, ...told }),
  create: (body) => call("post", "/api/admin/partners", { body }),
  replace: (id, etag, body, answered) =>
    call("put", "/api/admin/partners/{id}", { path: { id }, headers: { "If-Match": etag }, body, answered }),
  remove: (id) => call("delete", "/api/admin/partners/{id}", { path: { id } }),
  bulk: (body) => call("post", "/api/admin/partners/bulk", { body }),
  load: (how) => call("post", "/api/admin/partners/import", how),
  undoLoad: (ids) => call("post", "/api/admin/partners/import/undo", { body: { ids } }),
  uses: (id) => call("get", "/api/admin/partners/{id}/uses", { path: { id } }),
};

export const articles: Kind<Article, ArticleInput> = {
  name: "articles",
  page: (query, told) => call("get", "/api/admin/articles", { query, ...told }),
  get: (id, told) => call("get", "/api/admin/articles/{id}", { path: { id }, ...told }),
  create: (body) => call("post", "/api/admin/articles", { body }),
  replace: (id, etag, body, answered) =>
    call("put", "/api/admin/articles/{id}", { path: { id }, headers: { "If-Match": etag }, body, answered }),
  remove: (id) => call("delete", "/api/admin/articles/{id}", { path: { id } }),
  bulk: (body) => call("post", "/api/admin/articles/bulk", { body }),
  load: (how) => call("post", "/api/admin/articles/import", how),
  undoLoad: (ids) => call("post", "/api/admin/articles/import/undo", { body: { ids } }),
  uses: (id) => call("get", "/api/admin/articles/{id}/uses", { path: { id } }),
};

export const campaigns: Kind<Campaign, CampaignInput> = {
  name: "campaigns",
  page: (query, told) => call("get", "/api/admin/campaigns", { query, ...told }),
  get: (id, told) => call("get", "/api/admin/campaigns/{id}", { path: { id }, ...told }),
  create: (body) => call("post", "/api/admin/campaigns", { body }),
  replace: (id, etag, body, answered) =>
    call("put", "/api/admin/campaigns/{id}", { path: { id }, headers: { "If-Match": etag }, body, answered }),
  remove: (id) => call("delete", "/api/admin/campaigns/{id}", { path: { id } }),
  bulk: (body) => call("post", "/api/admin/campaigns/bulk", { body }),
  load: (how) => call("post", "/api/admin/campaigns/import", how),
  undoLoad: (ids) => call("post", "/api/admin/campaigns/import/undo", { body: { ids } }),
  uses: (id) => call("get", "/api/admin/campaigns/{id}/uses", { path: { id } }),
};

const LIMIT = 500;

/** All active records of a kind, to choose from; long texts are left out. */
export const allOf = <R extends { _id: string }, I>(kind: Kind<R, I>) =>
  queryOptions({
    queryKey: [ADMIN, kind.name, "all"],
    queryFn: async ({ signal }) => {
      const rows: R[] = [];
      let cursor: string | undefined;
      do {
        const asked = { limit: LIMIT, brief: true, ...(cursor ? { cursor } : {}) };
        let next: string | undefined;
        const answered = (headers: Headers) => {
          next = nextCursor(headers);
        };
        rows.push(...(await kind.page(asked, { signal, answered })));
        cursor = next;
      } while (cursor);
      return rows;
    },
  });

/** A record with the ETag that its change must send. */
export interface Tagged<R> {
  record: R;
  etag: string;
}

export const oneOf = <R extends { _id: string }, I>(kind: Editable<R, I>, id: string) =>
  queryOptions({
    queryKey: [ADMIN, kind.name, "one", id],
    queryFn: async ({ signal }): Promise<Tagged<R>> => {
      let etag = "";
      const answered = (headers: Headers) => {
        etag = headers.get("ETag") ?? "";
      };
      const record = await kind.get(id, { signal, answered });
      return { record, etag };
    },
    // A record must not change while somebody edits it.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Call after a change: refreshes every list that may show it. */
export function contentChanged(kind: { name: string }) {
  for (const name of [kind.name, "audit"]) void queryClient.invalidateQueries({ queryKey: [ADMIN, name] });
}

/** Call after a removal: drops the cached record, so that open screens do not fetch it again. */
export function contentRemoved(kind: { name: string }, id: string) {
  queryClient.removeQueries({ queryKey: [ADMIN, kind.name, "one", id] });
  contentChanged(kind);
}
