import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import type { components } from "../../../api/schema";
import { ADMIN } from "../../session";

export type Alarm = components["schemas"]["Alarm"];
export type Diagnostics = components["schemas"]["Diagnostics"];
export type Finding = components["schemas"]["Finding"];
export type LogLine = components["schemas"]["LogLine"];
export type Answered = components["schemas"]["AnsweredRequest"];

/** Current problems of the installation; the frame polls each minute. */
export const alarmsQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "diagnostics", "alarms"],
    queryFn: ({ signal }) => call("get", "/api/admin/diagnostics/alarms", { signal }),
    refetchInterval: 60_000,
  });

export const diagnosticsQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "diagnostics", "all"],
    queryFn: ({ signal }) => call("get", "/api/admin/diagnostics", { signal }),
  });

const REQUEST_ID = /^(urn:kapok:request:)?([0-9a-f]{16})$/i;

/** The typed text: a request id in the form of an error message, or search words. */
export function sought(typed: string): { request?: string; q?: string } {
  const id = REQUEST_ID.exec(typed.trim())?.[2];
  if (id) return { request: id.toLowerCase() };
  return typed ? { q: typed } : {};
}

/** 5 kB, 36.7 MB, 1.2 GB: decimal units, as for disks. */
export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)}\u00A0kB`;
  const [unit, size] = bytes >= 1e9 ? ["GB", bytes / 1e9] : ["MB", bytes / 1e6];
  return `${size.toLocaleString("en-HK", { maximumFractionDigits: 1 })}\u00A0${unit}`;
}

/** 0.4 ms, 12 ms, 1.5 s. */
export function formatTook(microseconds: number): string {
  const ms = microseconds / 1000;
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)}\u00A0s`;
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)}\u00A0ms`;
}
