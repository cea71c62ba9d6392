import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import type { Editable } from "../../kit/editor/kinds";
import type { ImportList } from "../../kit/import/import";
import type { Role } from "../../roles";
import { ADMIN } from "../../session";

export type StaffMember = components["schemas"]["AdminStaff"];

export const STAFF_TONES = {
  invited: "harbour",
  active: "leaf",
  suspended: "plum",
  removed: "plain",
} as const;

export const staffQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "staff"],
    queryFn: ({ signal }) => call("get", "/api/admin/staff", { query: { limit: 500 }, signal }),
  });

/** Sends an invitation; the response contains its link, only this once. */
export const invite = (person: { name: string; email: string; role: Role; partnerId?: string }) =>
  call("post", "/api/admin/staff", { body: person });

export const inviteAgain = (id: string) => call("post", "/api/admin/staff/{id}/invite", { path: { id } });
export const resetPassword = (id: string) =>
  call("post", "/api/admin/staff/{id}/reset-password", { path: { id } });
export const dropFactor = (id: string) =>
  call("delete", "/api/admin/staff/{id}/second-factor", { path: { id } });
export const endSessions = (id: string) => call("delete", "/api/admin/staff/{id}/sessions", { path: { id } });
export const removeStaff = (id: string) => call("delete", "/api/admin/staff/{id}", { path: { id } });

/** Changes the current version of a colleague; fails with `stale` after a concurrent change. */
export async function changeColleague(id: string, change: (now: StaffMember) => { suspended: boolean }) {
  let etag = "";
  const now = await call("get", "/api/admin/staff/{id}", {
    path: { id },
    answered: (headers) => {
      etag = headers.get("ETag") ?? "";
    },
  });
  const { name, role, partnerId } = now;
  return call("put", "/api/admin/staff/{id}", {
    path: { id },
    headers: { "If-Match": etag },
    body: { name, role, ...(partnerId ? { partnerId } : {}), ...change(now) },
  });
}

/** Imports of colleagues to invite. Undo withdraws invitations that are not accepted yet. */
export const staffImport: ImportList = {
  of: "staff",
  load: (how) => call("post", "/api/admin/staff/import", how),
  headings: ["name", "email", "role", "partner"],
  changed: () => void staffChanged(),
  undo: (ids) => call("post", "/api/admin/staff/import/undo", { body: { ids } }),
};

/** The form of a colleague; the suspension is edited elsewhere and sent as it was read. */
export interface ColleagueForm {
  name: string;
  role: Role;
  partnerId: string;
  suspended: boolean;
}

export const colleagues: Editable<StaffMember, ColleagueForm> = {
  name: "staff",
  get: (id, told) => call("get", "/api/admin/staff/{id}", { path: { id }, ...told }),
  replace: (id, etag, { name, role, partnerId, suspended }, answered) =>
    call("put", "/api/admin/staff/{id}", {
      path: { id },
      headers: { "If-Match": etag },
      body: { name, role, suspended, ...(role === "merchant" ? { partnerId } : {}) },
      answered,
    }),
};

export const sessionsQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, "staff", "sessions", id],
    queryFn: ({ signal }) => call("get", "/api/admin/staff/{id}/sessions", { path: { id }, signal }),
  });

export const staffChanged = () => queryClient.invalidateQueries({ queryKey: [ADMIN, "staff"] });
