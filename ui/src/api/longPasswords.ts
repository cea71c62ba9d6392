import { useQuery } from "@tanstack/react-query";
import { programmeQuery } from "./programme";

/** Returns whether the server requires long passwords of members instead of four kinds of characters. */
export function useLongPasswords(): boolean {
  return useQuery(programmeQuery()).data?.longPasswords ?? false;
}
