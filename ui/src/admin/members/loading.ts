import { call } from "../../api/call";
import { creditsChanged } from "../credits/credits";
import type { Loading } from "../loading/loading";

/** Files of people who come over from an older scheme. Their points are taken back with their batch of credits. */
export const membersLoading: Loading = {
  of: "members",
  load: (how) => call("post", "/api/admin/members/import", how),
  headings: ["firstName", "lastName", "email", "phone", "language", "points", "reason"],
  changed: creditsChanged,
};
