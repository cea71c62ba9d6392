/** Every address of the admin app, below `/admin`. */
export const adminPaths = {
  home: "/admin",
  /** Target of invitation and password links; the token follows the path. */
  accept: "/admin/accept",
  /** The page on which staff who forgot their password request a link to reset it. */
  forgot: "/admin/forgot",
  account: "/admin/account",
  dashboard: "/admin/dashboard",
  members: "/admin/members",
  segments: "/admin/members/segments",
  claims: "/admin/claims",
  alarms: "/admin/alarms",
  settlement: "/admin/settlement",
  transactions: "/admin/transactions",
  money: "/admin/money",
  bills: "/admin/bills",
  journal: "/admin/journal",
  expiry: "/admin/expiry",
  pageViews: "/admin/money/views",
  items: "/admin/items",
  partners: "/admin/partners",
  articles: "/admin/articles",
  campaigns: "/admin/campaigns",
  rules: "/admin/rules",
  goals: "/admin/goals",
  tiers: "/admin/tiers",
  proposals: "/admin/proposals",
  carbon: "/admin/carbon",
  announcements: "/admin/announcements",
  messages: "/admin/messages",
  credits: "/admin/credits",
  approvals: "/admin/approvals",
  audit: "/admin/audit",
  settings: "/admin/settings",
  diagnostics: "/admin/diagnostics",
} as const;

/** The address of one record of a list. */
export const recordPath = (list: string, id: string) => `${list}/${encodeURIComponent(id)}`;

/** The address of an empty editor. */
export const newPath = (list: string) => `${list}/new`;

/** Makes a path relative to `/admin`, as the routes need it. */
export const below = (path: string) => path.replace(/^\/admin\/?/, "");
