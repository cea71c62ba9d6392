/** The addresses of the partner's portal. */
export const portalPaths = {
  home: "/merchant/portal",
  sales: "/merchant/portal/sales",
  rewards: "/merchant/portal/rewards",
  proposals: "/merchant/portal/proposals",
  customers: "/merchant/portal/customers",
  cashiers: "/merchant/portal/cashiers",
  tills: "/merchant/portal/tills",
  bills: "/merchant/portal/bills",
  carbon: "/merchant/portal/carbon",
  account: "/merchant/portal/account",
} as const;

/** Makes a path relative to the portal, as the routes need it. */
export const belowPortal = (path: string) => path.replace(/^\/merchant\/portal\/?/, "");
