import { useQuery } from "@tanstack/react-query";
import { programmeQuery } from "./programme";

/** Whether the server wants long passwords of members, rather than such of four kinds of characters. */
export function useLongPasswords(): boolean {
  return useQuery(programmeQuery()).data?.longPasswords ?? false;
}
