import { call } from "../../../api/call";
import { intent } from "../../../api/offline/intent";
import { once } from "../../../api/offline/once";
import type { components } from "../../../api/schema";
import { type Creatable, contentChanged } from "../../kit/editor/kinds";
import { nothing, numbered, tidyText } from "../../kit/editor/localized";
import { type ImportList, texts } from "../../kit/import/import";

export type Announcement = components["schemas"]["AdminNotification"];
export type Segment = components["schemas"]["Segment"];
export type AnnouncementLink = components["schemas"]["AnnouncementLink"];
type Body = components["schemas"]["BroadcastInput"];
export type AnnouncementInput = Omit<Body, "link"> & {
  /** The record that a tap opens; its id is empty until one is chosen. */
  link?: AnnouncementLink | undefined;
  /** Send even if a translation is missing. */
  useEnglish?: boolean;
};
export type AnnouncementState = components["schemas"]["BroadcastState"];

/** Seconds in which a sent announcement can still be stopped. */
export const STOP_SECONDS = 60;

export const STATES = [
  "draft",
  "scheduled",
  "sending",
  "sent",
] as const satisfies readonly AnnouncementState[];

const bodyOf = ({ link, ...form }: AnnouncementInput): Body => ({ ...form, ...(link ? { link } : {}) });

export const announcements: Creatable<Announcement, AnnouncementInput> = {
  name: "notifications",
  get: (id, told) => call("get", "/api/admin/notifications/{id}", { path: { id }, ...told }),
  create: (form) => {
    const body = bodyOf(form);
    return once(intent("announcement", body), (key) =>
      call("post", "/api/admin/notifications", { headers: { "Idempotency-Key": key }, body }),
    );
  },
  replace: (id, etag, form, answered) =>
    call("put", "/api/admin/notifications/{id}", {
      path: { id },
      headers: { "If-Match": etag },
      body: bodyOf(form),
      answered,
    }),
  remove: (id) => call("delete", "/api/admin/notifications/{id}", { path: { id } }),
};

/** Imports of announcements; new ones become drafts. */
export const announcementsImport: ImportList = {
  of: "announcements",
  load: (how) => call("post", "/api/admin/notifications/import", how),
  headings: [
    ...texts("title"),
    ...texts("body"),
    "segment.language",
    "segment.minPoints",
    "segment.maxPoints",
    "segment.partnerId",
    "marketing",
    "byEmail",
    "sendAt",
    "link.kind",
    "link.id",
    "picture",
  ],
  changed: () => contentChanged(announcements),
  undo: (ids) => call("post", "/api/admin/notifications/import/undo", { body: { ids } }),
};

/** Removes or restores many; each has its own result. */
export const manyAnnouncements = {
  name: announcements.name,
  bulk: (body: components["schemas"]["BroadcastBulk"]) =>
    call("post", "/api/admin/notifications/bulk", { body }),
};

/** Sends that version of the announcement, after a minute in which it can be stopped. */
export const sendNow = (id: string, etag: string, useEnglish: boolean) =>
  call("post", "/api/admin/notifications/{id}/send", {
    path: { id },
    headers: { "If-Match": etag },
    body: { useEnglish, afterSeconds: STOP_SECONDS },
  });

/** Returns whether an announcement in that state can still be edited. */
export const isOpen = (state: AnnouncementState | undefined) => state === "draft" || state === "scheduled";

export function announcementForm(saved: Announcement | undefined, segmentId = ""): AnnouncementInput {
  if (!saved)
    return { title: nothing, body: nothing, segment: segmentId ? { segmentId } : {}, state: "draft" };
  const { _id, created, updated, delivered, opened, messages, sentAt, deletedAt, ...input } = saved;
  return input;
}

/** The form of a new draft with the words, the link and the audience of another one. */
export function copiedForm(source: Announcement): AnnouncementInput {
  const { sendAt, ...form } = announcementForm(source);
  return { ...form, title: numbered(form.title), state: "draft" };
}

/** The link of an announcement once its record is chosen, for requests about an unfinished announcement. */
export const chosenLink = (link: AnnouncementLink | undefined) => (link?.id ? { link } : {});

/** The form without empty values, as the server requires. */
export function tidyAnnouncement({ segment, sendAt, state, ...form }: AnnouncementInput): AnnouncementInput {
  return {
    ...form,
    title: tidyText(form.title),
    body: tidyText(form.body),
    segment: segment ?? {},
    state: state ?? "draft",
    ...(state === "scheduled" && sendAt ? { sendAt } : {}),
  };
}

/** Errors by field, checked before sending. */
export function checkAnnouncement(form: AnnouncementInput): Partial<Record<string, "required">> {
  return {
    ...(form.title.en.trim() ? {} : { "title.en": "required" }),
    ...(form.body.en.trim() ? {} : { "body.en": "required" }),
    ...(form.link && !form.link.id ? { "link.id": "required" } : {}),
  };
}
