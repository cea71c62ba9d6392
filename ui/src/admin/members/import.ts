import { call } from "../../api/call";
import type { ImportList } from "../kit/import/import";
import { creditBatchesChanged } from "../money/creditBatches/creditBatches";

/** Files of people who come over from an older scheme. Their points are taken back with their batch of credits. */
export const membersImport: ImportList = {
  of: "members",
  load: (how) => call("post", "/api/admin/members/import", how),
  headings: ["firstName", "lastName", "email", "phone", "language", "points", "reason"],
  changed: creditBatchesChanged,
};
