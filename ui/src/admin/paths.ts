/** Every address of the admin app, below `/admin`. */
export const adminPaths = {
  home: "/admin",
  /** Where links to a first or another password lead, with their token behind it. */
  accept: "/admin/accept",
  /** Where staff ask for such a link who forgot their password. */
  forgot: "/admin/forgot",
  account: "/admin/account",
  dashboard: "/admin/dashboard",
  today: "/admin/today",
  members: "/admin/members",
  settlement: "/admin/settlement",
  transactions: "/admin/transactions",
  money: "/admin/money",
  pageViews: "/admin/money/views",
  items: "/admin/items",
  partners: "/admin/partners",
  articles: "/admin/articles",
  campaigns: "/admin/campaigns",
  announcements: "/admin/announcements",
  messages: "/admin/messages",
  credits: "/admin/credits",
  approvals: "/admin/approvals",
  audit: "/admin/audit",
  settings: "/admin/settings",
  diagnostics: "/admin/diagnostics",
} as const;

/** One record of a list. */
export const recordPath = (list: string, id: string) => `${list}/${encodeURIComponent(id)}`;

/** The empty editor of a list. */
export const newPath = (list: string) => `${list}/new`;

/** A path of ours relative to `/admin`, as the routes of the admin app are written. */
export const below = (path: string) => path.replace(/^\/admin\/?/, "");
