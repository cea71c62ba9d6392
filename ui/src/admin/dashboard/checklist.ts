import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import { DESK } from "../session";

export const checklistQuery = () =>
  queryOptions({
    queryKey: [DESK, "checklist"],
    queryFn: ({ signal }) => call("get", "/api/admin/checklist", { signal }),
  });
