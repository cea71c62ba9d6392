import { useQuery } from "@tanstack/react-query";
import { liabilityQuery, readRate, today } from "./reports";

/** The value of a point from the programme settings; undefined until loaded. */
export function usePointValue(): number | undefined {
  const value = useQuery(liabilityQuery(today())).data?.pointValue;
  return value === undefined ? undefined : readRate(value);
}
