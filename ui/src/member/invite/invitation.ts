import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import { isNotFound } from "../../api/isNotFound";
import type { components } from "../../api/schema";

export type Invitation = components["schemas"]["Invitation"];

/** The invitation by the member who has a code; null for a code that nobody has. */
export const invitationQuery = (code: string) =>
  queryOptions({
    queryKey: ["invitation", code],
    queryFn: async ({ signal }): Promise<Invitation | null> => {
      try {
        return await call("get", "/api/auth/invitation/{code}", { path: { code }, signal });
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    staleTime: 300_000,
  });
