import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/call";
import { lastCollectedKey, newsKey } from "../../api/liveUpdates";
import { redemptionsQuery } from "./redemptions";

/** The counter's action on an open coupon. */
interface Handled {
  /** The time at which the coupon was collected. */
  collected: string | undefined;
  /** True if the coupon was returned and can be opened again. */
  returned: boolean;
}

/** The counter's action on the open coupon. Live updates report it, usually within a second. */
export function useCounterNews(id: string, usedAt: string): Handled {
  // Both times come from the server's clock.
  const { data: last } = useQuery<string>({ queryKey: lastCollectedKey, enabled: false });
  const since = last !== undefined && Date.parse(last) >= Date.parse(usedAt);
  const { data: news = 0 } = useQuery<number>({ queryKey: newsKey, enabled: false });
  const [before] = useState(news);
  const { data } = useQuery({
    // Its own query key, because the cached list is older than the news.
    queryKey: [...lastCollectedKey, last, news],
    queryFn: ({ signal }) => call("get", "/api/redeem/myredeems", { query: { limit: 500 }, signal }),
    select: redemptionsQuery().select,
    enabled: since || news !== before,
    placeholderData: keepPreviousData,
  });
  const now = data?.find(({ _id }) => _id === id);
  return { collected: now?.collectedAt, returned: now?.used === false };
}
