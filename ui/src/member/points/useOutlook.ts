import { useQuery } from "@tanstack/react-query";
import { userQuery } from "../../api/member";
import { outlookQuery } from "../../api/outlook";

/** What waits or ends on the account of the member, where something does. */
export function useOutlook() {
  const user = useQuery(userQuery()).data;
  const wanted = user?.pointsExpire === true || user?.pointsPending === true;
  return useQuery({ ...outlookQuery(), enabled: wanted }).data;
}
