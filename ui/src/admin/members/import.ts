import { call } from "../../api/call";
import type { ImportList } from "../kit/import/import";
import { creditBatchesChanged } from "../money/creditBatches/creditBatches";

/** Imports of members from an older programme. Their points are undone with their credit batch. */
export const membersImport: ImportList = {
  of: "members",
  load: (how) => call("post", "/api/admin/members/import", how),
  headings: ["firstName", "lastName", "email", "phone", "language", "points", "reason"],
  changed: creditBatchesChanged,
};
