import { useQuery } from "@tanstack/react-query";
import { liabilityQuery, readRate, today } from "./reports";

/** What a point is worth by the programme's settings, the same for everybody; undefined until the server has said. */
export function usePointValue(): number | undefined {
  const value = useQuery(liabilityQuery(today())).data?.pointValue;
  return value === undefined ? undefined : readRate(value);
}
