import type { components } from "../api/schema";

export type Role = components["schemas"]["Role"];
export type Staff = components["schemas"]["StaffMe"];

// As the server has it in its crews; the owner may do everything. This decides what is shown,
// and the server what is done.
const ROLES_OF = {
  readReports: ["operator", "finance", "auditor"],
  readMembers: ["operator", "support", "finance", "auditor"],
  adjustPoints: ["operator"],
  // What support proposes waits for somebody who may adjust or settle.
  proposePoints: ["operator", "support"],
  suspend: ["operator", "support"],
  readBooks: ["operator", "support", "finance", "auditor"],
  settle: ["operator", "finance"],
  readContent: ["operator", "editor", "support", "finance", "auditor"],
  writeContent: ["operator", "editor"],
  runProgramme: ["operator"],
  // Support sees what they asked for themselves.
  readApprovals: ["operator", "support", "finance", "auditor"],
  readTrail: ["operator", "auditor"],
  // The lines of it that tell of points.
  readPointsTrail: ["operator", "finance", "auditor"],
  readViews: ["operator", "editor", "finance", "auditor"],
  readSettings: ["operator", "auditor"],
  readAccess: ["auditor"],
  own: [],
  stand: ["merchant"],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof ROLES_OF;

export function may(role: Role, deed: Permission): boolean {
  const crew: readonly Role[] = ROLES_OF[deed];
  // At a partner's counter stands whoever works there, and no owner of the programme.
  return (role === "owner" && deed !== "stand") || crew.includes(role);
}
