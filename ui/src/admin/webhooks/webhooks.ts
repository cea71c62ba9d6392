import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";
import { DESK } from "../session";

export type Webhook = components["schemas"]["Webhook"];
export type WebhookInput = components["schemas"]["WebhookInput"];
export type Delivery = components["schemas"]["WebhookDelivery"];

/** What can be chosen; a test is sent from here and to one address alone. */
export const EVENTS = [
  "member.created",
  "points.earned",
  "points.transferred",
  "points.scanned",
  "points.referred",
  "points.adjusted",
  "redemption.created",
  "redemption.confirmed",
  "redemption.rejected",
  "coupon.collected",
  "transaction.reversed",
] as const;

export const webhooksQuery = () =>
  queryOptions({
    queryKey: [DESK, "webhooks"],
    queryFn: ({ signal }) => call("get", "/api/admin/webhooks", { signal }),
  });

export const webhooksChanged = () => queryClient.invalidateQueries({ queryKey: [DESK, "webhooks"] });

/** Of one that was removed there is nothing more to ask for. */
export const webhookGone = () => queryClient.invalidateQueries({ queryKey: [DESK, "webhooks"], exact: true });

export const addWebhook = (body: WebhookInput) => call("post", "/api/admin/webhooks", { body });

/** Changes an address as it is now; fails with `stale` where somebody else was faster. */
export async function changeWebhook(id: string, body: WebhookInput) {
  let etag = "";
  await call("get", "/api/admin/webhooks/{id}", {
    path: { id },
    answered: (headers) => {
      etag = headers.get("ETag") ?? "";
    },
  });
  return call("put", "/api/admin/webhooks/{id}", { path: { id }, headers: { "If-Match": etag }, body });
}

export const removeWebhook = (id: string) => call("delete", "/api/admin/webhooks/{id}", { path: { id } });
export const renewSecret = (id: string) => call("post", "/api/admin/webhooks/{id}/rotate", { path: { id } });
export const sendTest = (id: string) => call("post", "/api/admin/webhooks/{id}/test", { path: { id } });
export const replay = (id: string, eventId: string) =>
  call("post", "/api/admin/webhooks/{id}/replay", { path: { id }, body: { eventId } });

/** The host of an address: its path may be long, and stands where there is room. */
export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);
