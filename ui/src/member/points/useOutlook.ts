import { useQuery } from "@tanstack/react-query";
import { userQuery } from "../../api/member";
import { outlookQuery } from "../../api/outlook";

/** The member's points that wait or expire, fetched only for a member who has such points. */
export function useOutlook() {
  const user = useQuery(userQuery()).data;
  const wanted = user?.pointsExpire === true || user?.pointsPending === true;
  return useQuery({ ...outlookQuery(), enabled: wanted }).data;
}
