import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../kit/dialog/Toaster";
import { hasSlip, SlipSheet } from "./SlipSheet";
import { eventsQuery, type TillEvent, todayQuery } from "./today";

/** The last award of this till with its slip. Without one today, a line says so. */
export function LastAward({ onClose }: { onClose(): void }) {
  const { data: day, isError } = useQuery(todayQuery());
  useFailed(isError, onClose);
  return day ? <LastOf since={day.since} onClose={onClose} /> : null;
}

/** Says that the day failed to load, and closes, so that the key works again. */
function useFailed(failed: boolean, onClose: () => void) {
  const { t } = useTranslation("counter");
  useEffect(() => {
    if (!failed) return;
    showToast(t("today.failed"));
    onClose();
  }, [failed, onClose, t]);
}

function LastOf({ since, onClose }: { since: string; onClose(): void }) {
  const { t } = useTranslation("counter");
  const { data, isFetching, isError } = useInfiniteQuery(eventsQuery(since));
  useFailed(isError, onClose);
  const events = isFetching || isError ? undefined : data?.pages.flatMap((page) => page.events);
  const found = events?.find((event) => event.type === "award" && hasSlip(event));
  // An open slip stays that of one award, also while the events are fetched again.
  const [shown, setShown] = useState<TillEvent>();
  if (found && !shown) setShown(found);
  const last = shown ?? found;
  const isMissing = events !== undefined && !last;
  useEffect(() => {
    if (!isMissing) return;
    showToast(t("today.noAward"));
    onClose();
  }, [isMissing, onClose, t]);
  return last && hasSlip(last) ? <SlipSheet award={last} onClose={onClose} /> : null;
}
