import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { ADMIN } from "../../session";

export const checklistQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "checklist"],
    queryFn: ({ signal }) => call("get", "/api/admin/checklist", { signal }),
  });
