import { useQuery } from "@tanstack/react-query";
import { programmeQuery } from "../../api/programme";

/** Whether the server wants long passwords of its staff: wherever strangers can reach it. */
export function useLongPasswords(): boolean {
  return useQuery(programmeQuery()).data?.longStaffPasswords ?? false;
}
