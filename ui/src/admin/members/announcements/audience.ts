import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../../api/call";
import type { components } from "../../../api/schema";
import { tidyText } from "../../kit/editor/localized";
import { useRested } from "../../kit/useRested";
import { ADMIN } from "../../session";
import { type AnnouncementInput, chosenLink, type Segment } from "./announcements";

export type Audience = components["schemas"]["Audience"];

interface Asked {
  segment: Segment;
  marketing: boolean;
  byEmail: boolean;
}

const audienceQuery = (body: Asked) =>
  queryOptions({
    queryKey: [ADMIN, "announcement-audience", body],
    queryFn: ({ signal }) => call("post", "/api/admin/notifications/audience", { body, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Whom a draft would reach now, counted shortly after its last change. */
export function useAudience({ segment, marketing = false, byEmail = false }: AnnouncementInput) {
  const asked = useMemo(
    () => ({ segment: segment ?? {}, marketing, byEmail }),
    [segment, marketing, byEmail],
  );
  const rested = useRested(asked);
  const found = useQuery(audienceQuery(rested));
  return { ...found, isCounting: found.isFetching || rested !== asked };
}

/** Sends a draft by e-mail to whoever is signed in, and to nobody else. */
export const sendTest = (
  { title, body, link, picture = "", marketing = false }: AnnouncementInput,
  language: "en" | "zh" | "zhhk",
) =>
  call("post", "/api/admin/notifications/test", {
    body: { title: tidyText(title), body: tidyText(body), ...chosenLink(link), picture, marketing, language },
  });
