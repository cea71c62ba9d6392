import { queryOptions } from "@tanstack/react-query";
import { type Answer, call } from "../../api/call";
import type { paths } from "../../api/schema";

/** A one-time link, as the server knows it: its till, and whether it still works. */
export type TillLink = Answer<paths["/api/merchant/enrol/preview"]["post"]>;

/** The longest name of a till, in characters. */
export const LONGEST_NAME = 60;

/** The link of a one-time code. The link stays unused. */
export const tillLinkQuery = (code: string) =>
  queryOptions({
    queryKey: ["tillLink", code],
    queryFn: ({ signal }): Promise<TillLink> =>
      call("post", "/api/merchant/enrol/preview", { body: { code }, signal }),
    enabled: code !== "",
    // Another device may use the link up at any time.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    // Each try counts against a limit.
    retry: false,
  });

/** The one-time code in an address such as https://kapok.example/merchant/enrol/K7Q2M9XA1BCD. */
export function codeInAddress(text: string): string | undefined {
  return /\/merchant\/enrol\/([^/?#\s]+)/.exec(text)?.[1];
}

/** The one-time code in what was scanned or typed: a whole link, or the code alone. */
export const codeIn = (text: string): string => codeInAddress(text) ?? text.trim();

/** The code as the server compares it: case, spaces and hyphens do not matter, and O, I and L are digits. */
export const plainCode = (code: string): string =>
  code.replace(/[\s-]/g, "").toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1");

/** K7Q2-M9XA-1BCD, as shown where the code was made. */
export function grouped(code: string): string {
  return code.length === 12 ? (code.match(/.{4}/g) ?? [code]).join("-") : code;
}

/**
 * The reason why a name cannot be a till's; undefined for a good name. The server counts characters, not
 * UTF-16 units.
 */
export function nameFault(name: string): "required" | "tooLong" | undefined {
  const { length } = [...name.trim()];
  if (length === 0) return "required";
  return length > LONGEST_NAME ? "tooLong" : undefined;
}
