import type { components } from "../api/schema";

export type Role = components["schemas"]["Role"];
export type Staff = components["schemas"]["StaffMe"];

// Mirrors the roles on the server; the owner may do everything. A partner's managers have their own portal. This decides only what the app
// shows; the server enforces the permissions.
const ROLES_OF = {
  readReports: ["operator", "finance", "auditor"],
  readMembers: ["operator", "support", "finance", "auditor"],
  adjustPoints: ["operator"],
  // A proposal by support waits for a person who may adjust or settle.
  proposePoints: ["operator", "support"],
  seeClaimPhotos: ["operator", "support", "finance"],
  suspend: ["operator", "support"],
  sendSlips: ["operator", "support"],
  readBooks: ["operator", "support", "finance", "auditor"],
  settle: ["operator", "finance"],
  readContent: ["operator", "editor", "support", "finance", "auditor"],
  writeContent: ["operator", "editor"],
  runProgramme: ["operator"],
  // Support sees only its own requests.
  readApprovals: ["operator", "support", "finance", "auditor"],
  readTrail: ["operator", "auditor"],
  // Only audit entries about points.
  readPointsTrail: ["operator", "finance", "auditor"],
  readViews: ["operator", "editor", "finance", "auditor"],
  readSettings: ["operator", "auditor"],
  readAccess: ["auditor"],
  own: [],
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof ROLES_OF;

export function may(role: Role, permission: Permission): boolean {
  const roles: readonly Role[] = ROLES_OF[permission];
  return role === "owner" || roles.includes(role);
}
