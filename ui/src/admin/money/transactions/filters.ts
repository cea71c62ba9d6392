import { daysOf } from "../../kit/DayRange";
import { billOf, pointsOf } from "./AwardFilters";
import { TYPES } from "./transactions";

type Get = (name: string) => string;

/** The filters of the address but for the points. */
function otherFilters(get: Get) {
  const type = TYPES.find((one) => one === get("type"));
  const [q, partner] = [get("q"), get("partner")];
  const [outlet, till, cashier] = [get("outlet"), get("till"), get("cashier")];
  const amountHkd = billOf(get("amount"));
  return {
    ...(q ? { q } : {}),
    ...(type ? { type } : {}),
    ...(partner ? { partner } : {}),
    ...(outlet ? { outlet } : {}),
    ...(till ? { till } : {}),
    ...(cashier ? { cashier } : {}),
    ...(amountHkd ? { amountHkd } : {}),
    ...daysOf(get),
  };
}

function pointsIn(get: Get) {
  const [from, to] = [pointsOf(get("pointsFrom")), pointsOf(get("pointsTo"))];
  return { ...(from ? { pointsFrom: Number(from) } : {}), ...(to ? { pointsTo: Number(to) } : {}) };
}

/** The server finds transactions by their points only where another filter bounds the search. */
const isBounded = ({ type, to: _, ...others }: ReturnType<typeof otherFilters>) =>
  (type !== undefined && type !== "Transfer") || Object.keys(others).length > 0;

/** The filters of the list from the address. */
export function filtersOf(get: Get) {
  const others = otherFilters(get);
  return isBounded(others) ? { ...others, ...pointsIn(get) } : others;
}

/** Returns whether the filter by points is left out because no other filter bounds the search. */
export const hasUnboundedPoints = (get: Get) =>
  Object.keys(pointsIn(get)).length > 0 && !isBounded(otherFilters(get));
