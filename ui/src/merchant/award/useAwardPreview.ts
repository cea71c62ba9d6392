import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type Answer, call } from "../../api/call";
import type { paths } from "../../api/schema";
import type { Order } from "../kit/orders";

export type AwardPreview = Answer<paths["/api/merchant/award/preview"]["post"]>;

/** A purchase as far as it decides the points. */
export type PricedPurchase = Pick<Order, "amountHkd" | "enjoyCard" | "carbon"> & { member: string };

/** Time after the last key until the server is asked. */
const PAUSE_MS = 300;

const previewQuery = (purchase: PricedPurchase) =>
  queryOptions({
    queryKey: ["awardPreview", purchase],
    queryFn: ({ signal }): Promise<AwardPreview> =>
      call("post", "/api/merchant/award/preview", { body: purchase, signal }),
    // A rule may end, and a limit may be reached, between two customers.
    staleTime: 0,
    gcTime: 0,
    // The award itself never waits for the preview.
    retry: false,
  });

/** The typed value, once no key has followed for a moment; undefined until then. */
export function useSettled<T>(value: T | undefined): T | undefined {
  const typed = JSON.stringify(value ?? null);
  const [settled, setSettled] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled === typed ? value : undefined;
}

/**
 * The server's computation for the purchase as it is now, once it is there, and whether it could not be loaded.
 * While the award is being sent, no preview is requested.
 */
export function useAwardPreview(purchase: PricedPurchase | undefined, isSending: boolean) {
  const asked = useSettled(purchase);
  const { data, isError } = useQuery({
    ...previewQuery(asked ?? { member: "", amountHkd: "", enjoyCard: false }),
    enabled: asked !== undefined && !isSending,
  });
  return { preview: asked && data, failed: asked !== undefined && isError };
}
