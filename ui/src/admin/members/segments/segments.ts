import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { ADMIN } from "../../session";

type Schemas = components["schemas"];
export type Segment = Schemas["AdminSegment"];
export type Conditions = Schemas["SegmentConditions"];
export type ConditionLine = Conditions["lines"][number];
export type Kind = ConditionLine["kind"];
export type LevelIs = Schemas["SegmentLevelIs"];
export type ListDryRun = Schemas["SegmentListDryRun"];
export type Match = Schemas["SegmentMatch"];
type NewSegment = Schemas["SegmentInput"];

export const KINDS: readonly Kind[] = [
  "lastVisit",
  "visited",
  "spent",
  "bought",
  "balance",
  "expiring",
  "language",
  "joined",
  "joinedWithin",
  "referred",
  "hasReferred",
  "level",
  "listed",
];

const SEGMENTS = "segments";

export const segmentsQuery = () =>
  queryOptions({
    queryKey: [ADMIN, SEGMENTS],
    queryFn: ({ signal }) => call("get", "/api/admin/segments", { signal }),
  });

/** A segment with the tag that a change has to name. */
export const segmentQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, SEGMENTS, "one", id],
    queryFn: async ({ signal }) => {
      let etag = "";
      const answered = (headers: Headers) => {
        etag = headers.get("etag") ?? "";
      };
      const segment = await call("get", "/api/admin/segments/{id}", { path: { id }, signal, answered });
      return { segment, etag };
    },
  });

/** The members who meet conditions, in numbers. */
export const countQuery = (conditions: Conditions) =>
  queryOptions({
    queryKey: [ADMIN, SEGMENTS, "count", conditions],
    queryFn: ({ signal }) => call("post", "/api/admin/segments/count", { body: conditions, signal }),
    placeholderData: (before) => before,
    retry: false,
  });

/** A few members who meet conditions. */
export const sampleQuery = (conditions: Conditions) =>
  queryOptions({
    queryKey: [ADMIN, SEGMENTS, "sample", conditions],
    queryFn: ({ signal }) => call("post", "/api/admin/segments/sample", { body: conditions, signal }),
    placeholderData: (before) => before,
    retry: false,
  });

export const segmentsChanged = () => queryClient.invalidateQueries({ queryKey: [ADMIN, SEGMENTS] });

export const addSegment = (body: NewSegment) => call("post", "/api/admin/segments", { body });
export const replaceSegment = (id: string, etag: string, body: NewSegment) =>
  call("put", "/api/admin/segments/{id}", { path: { id }, headers: { "If-Match": etag }, body });
export const removeSegment = (id: string) => call("delete", "/api/admin/segments/{id}", { path: { id } });

/** Asks the server whether a member meets conditions, line by line. */
export const checkQuery = (conditions: Conditions, member: string) =>
  queryOptions({
    queryKey: [ADMIN, SEGMENTS, "check", conditions, member],
    queryFn: ({ signal }) =>
      call("post", "/api/admin/segments/check", { body: { conditions, member }, signal }),
    placeholderData: (before) => before,
    retry: false,
  });

export const tryList = (csv: string) => call("post", "/api/admin/segments/lists/dry-run", { body: csv });
export const addList = (name: string, csv: string) =>
  call("post", "/api/admin/segments/lists", { query: { name }, body: csv });
export const replaceList = (id: string, etag: string, csv: string) =>
  call("put", "/api/admin/segments/{id}/list", { path: { id }, headers: { "If-Match": etag }, body: csv });
