import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../kit/dialog/Toaster";
import { hasSlip, SlipSheet } from "./SlipSheet";
import { eventsQuery, todayQuery } from "./today";

/** The last award of this till with its slip. Without one today, a line says so. */
export function LastAward({ onClose }: { onClose(): void }) {
  const { data: day } = useQuery(todayQuery());
  return day ? <LastOf since={day.since} onClose={onClose} /> : null;
}

function LastOf({ since, onClose }: { since: string; onClose(): void }) {
  const { t } = useTranslation("counter");
  const { data, isFetching } = useInfiniteQuery(eventsQuery(since));
  const events = isFetching ? undefined : data?.pages.flatMap((page) => page.events);
  const last = events?.find((event) => event.type === "award" && hasSlip(event));
  const isMissing = events !== undefined && !last;
  useEffect(() => {
    if (!isMissing) return;
    showToast(t("today.noAward"));
    onClose();
  }, [isMissing, onClose, t]);
  return last && hasSlip(last) ? <SlipSheet award={last} onClose={onClose} /> : null;
}
