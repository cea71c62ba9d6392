import { useQuery } from "@tanstack/react-query";
import { programmeQuery } from "../../api/programme";

/** Returns whether staff need long passwords. The server requires them if the internet can reach it. */
export function useLongPasswords(): boolean {
  return useQuery(programmeQuery()).data?.longStaffPasswords ?? false;
}
