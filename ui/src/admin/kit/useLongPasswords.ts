import { useQuery } from "@tanstack/react-query";
import { programmeQuery } from "../../api/programme";

/** Whether staff need long passwords: the server requires them if it is reachable from the internet. */
export function useLongPasswords(): boolean {
  return useQuery(programmeQuery()).data?.longStaffPasswords ?? false;
}
