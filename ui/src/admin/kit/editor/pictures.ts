import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { LANGUAGES } from "../../../i18n/language";
import { ADMIN } from "../../session";
import { allOf, articles, items, partners } from "./kinds";
import { type Localized, nothing } from "./localized";

export type Upload = components["schemas"]["Upload"];

/** The server's limits: file size in bytes, and longest side in pixels. */
export const FILE_LIMIT = 5 * 1024 * 1024;
export const LONGEST_SIDE = 4096;
/** No screen of the app shows a picture larger than this. */
const SHOWN_SIDE = 1600;

const uploadsQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "uploads"],
    queryFn: ({ signal }) => call("get", "/api/admin/uploads", { query: { limit: 200 }, signal }),
  });

/** A part of a picture, in pixels of the original. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The crop of a picture with the given `aspect`: the largest part that fits, divided by `zoom`; `across` and
 * `down` move it between 0 (start) and 1 (end).
 */
export function partOf(
  picture: { width: number; height: number },
  { aspect, zoom, across, down }: { aspect: number | undefined; zoom: number; across: number; down: number },
): Part {
  const shape = aspect ?? picture.width / picture.height;
  const widest = Math.min(picture.width, picture.height * shape);
  const width = Math.max(1, Math.min(picture.width, Math.round(widest / zoom)));
  const height = Math.max(1, Math.min(picture.height, Math.round(widest / shape / zoom)));
  return {
    width,
    height,
    x: Math.round((picture.width - width) * across),
    y: Math.round((picture.height - height) * down),
  };
}

/** Fails with the server's error. */
export async function upload(file: Blob, part: Part, alt: Localized): Promise<Upload> {
  const answer = await call("post", "/api/admin/uploads", {
    query: {
      crop: [part.x, part.y, part.width, part.height].join(),
      maxSize: SHOWN_SIDE,
      ...(alt.en ? { "alt.en": alt.en } : {}),
      ...(alt.zh ? { "alt.zh": alt.zh } : {}),
      ...(alt.zhhk ? { "alt.zhhk": alt.zhhk } : {}),
    },
    body: file,
  });
  void queryClient.invalidateQueries({ queryKey: uploadsQuery().queryKey });
  return answer;
}

/** All pictures of the programme, newest first, each with its alternative text. */
export function usePictures(): { url: string; alt: Localized }[] {
  const brought = useQuery(uploadsQuery()).data ?? [];
  const catalogue = useQuery(allOf(items)).data ?? [];
  const shops = useQuery(allOf(partners)).data ?? [];
  const stories = useQuery(allOf(articles)).data ?? [];
  const used = [
    ...catalogue.map(({ image }) => image),
    ...shops.flatMap(({ logo, nameImg }) => [logo, nameImg]),
    ...stories.flatMap(({ coverImg }) => LANGUAGES.map((one) => coverImg?.[one])),
  ];
  const all = new Map(brought.map(({ url, alt }) => [url, alt]));
  for (const url of used) if (url && !all.has(url)) all.set(url, nothing);
  return [...all].map(([url, alt]) => ({ url, alt }));
}
