import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { addressIn } from "../../../device/address";
import type { Editable } from "../../kit/editor/kinds";
import type { ImportList } from "../../kit/import/import";
import { ADMIN } from "../../session";

export type Webhook = components["schemas"]["Webhook"];
type WebhookInput = components["schemas"]["WebhookInput"];
export type Delivery = components["schemas"]["WebhookDelivery"];

/** Events to choose from; a test event is sent from here to one URL only. */
export const EVENTS = [
  "member.created",
  "points.earned",
  "points.transferred",
  "points.scanned",
  "points.referred",
  "points.adjusted",
  "points.released",
  "points.expired",
  "redemption.created",
  "redemption.confirmed",
  "redemption.rejected",
  "coupon.collected",
  "transaction.reversed",
] as const;

export const webhooksQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "webhooks"],
    queryFn: ({ signal }) => call("get", "/api/admin/webhooks", { signal }),
  });

export const webhooksChanged = () => queryClient.invalidateQueries({ queryKey: [ADMIN, "webhooks"] });

/** Imports of webhooks. The secrets of new ones are shown once. */
export const webhooksImport: ImportList = {
  of: "webhooks",
  load: (how) => call("post", "/api/admin/webhooks/import", how),
  headings: ["url", "description", "events", "active"],
  changed: () => void webhooksChanged(),
  undo: (ids) => call("post", "/api/admin/webhooks/import/undo", { body: { ids } }),
};

/** Refetches only the list: the queries of the deleted webhook would fail. */
export const webhookGone = () =>
  queryClient.invalidateQueries({ queryKey: [ADMIN, "webhooks"], exact: true });

/** The form of a webhook. */
export interface WebhookForm {
  url: string;
  description: string;
  events: Partial<Record<string, boolean>>;
  active: boolean;
}

const inputOf = ({ url, description, events, active }: WebhookForm): WebhookInput => ({
  url: url.trim(),
  description: description.trim(),
  events: EVENTS.filter((name) => events[name]),
  active,
});

/** Webhooks, as their form edits them; the secret of a new one is shown once. */
export const webhooks = (onSecret?: (secret: string) => void): Editable<Webhook, WebhookForm> => ({
  name: "webhooks",
  get: (id, told) => call("get", "/api/admin/webhooks/{id}", { path: { id }, ...told }),
  create: async (form) => {
    const { secret, ...made } = await call("post", "/api/admin/webhooks", { body: inputOf(form) });
    onSecret?.(secret);
    return made;
  },
  replace: (id, etag, form, answered) =>
    call("put", "/api/admin/webhooks/{id}", {
      path: { id },
      headers: { "If-Match": etag },
      body: inputOf(form),
      answered,
    }),
});

export const removeWebhook = (id: string) => call("delete", "/api/admin/webhooks/{id}", { path: { id } });
export const renewSecret = (id: string) => call("post", "/api/admin/webhooks/{id}/rotate", { path: { id } });
export const sendTest = (id: string) => call("post", "/api/admin/webhooks/{id}/test", { path: { id } });
export const replay = (id: string, eventId: string) =>
  call("post", "/api/admin/webhooks/{id}/replay", { path: { id }, body: { eventId } });

/** The host of a URL: the path may be long and is shown where there is room. */
export const hostOf = (url: string) => addressIn(url)?.host ?? url;
