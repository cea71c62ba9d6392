import { CATALOGUE_SCREENS } from "./catalogueScreens";
import { type AdminScreen, lazyScreen as screen } from "./lazyScreen";
import { adminPaths } from "./paths";

/** The screen on which staff set up the second factor. */
export const Enrolment = screen(
  ["adminAccount", "account"],
  async () => (await import("./entry/account/AccountScreen")).AccountScreen,
);

/** Every screen of the admin app, and the permission that it needs. */
export const SCREENS: readonly AdminScreen[] = [
  ...CATALOGUE_SCREENS,
  {
    path: adminPaths.dashboard,
    needs: "readReports",
    Screen: screen(
      ["adminDashboard", "adminReports"],
      async () => (await import("./entry/dashboard/DashboardScreen")).DashboardScreen,
    ),
  },
  {
    path: adminPaths.members,
    needs: "readMembers",
    Screen: screen(["adminMembers"], async () => (await import("./members/MembersScreen")).MembersScreen),
  },
  {
    path: adminPaths.segments,
    needs: "readContent",
    Screen: screen(
      ["adminSegments"],
      async () => (await import("./members/segments/SegmentsScreen")).SegmentsScreen,
    ),
  },
  {
    path: `${adminPaths.segments}/:id`,
    needs: "readContent",
    Screen: screen(
      ["adminSegments", "adminRules", "adminMembers", "adminMember"],
      async () => (await import("./members/segments/SegmentEditor")).SegmentEditor,
    ),
  },
  {
    path: `${adminPaths.members}/:id`,
    needs: "readMembers",
    Screen: screen(
      ["adminMembers", "adminMember", "adminMoney", "adminSettlement", "adminAudit"],
      async () => (await import("./members/MemberScreen")).MemberScreen,
    ),
  },
  {
    path: `${adminPaths.claims}/:id?`,
    needs: "readMembers",
    Screen: screen(
      ["adminContent", "adminClaims", "adminMembers", "adminMember", "claims"],
      async () => (await import("./members/claims/ClaimRoute")).ClaimRoute,
    ),
  },
  {
    path: adminPaths.alarms,
    needs: "readMembers",
    Screen: screen(["adminAlarms"], async () => (await import("./control/alarms/AlarmsScreen")).AlarmsScreen),
  },
  {
    path: adminPaths.settlement,
    needs: "readBooks",
    Screen: screen(
      ["adminSettlement"],
      async () => (await import("./money/settlements/SettlementsScreen")).SettlementsScreen,
    ),
  },
  {
    path: `${adminPaths.transactions}/:id?`,
    needs: "readBooks",
    Screen: screen(
      ["adminMoney", "adminMembers"],
      async () => (await import("./money/transactions/TransactionsScreen")).TransactionsScreen,
    ),
  },
  {
    path: adminPaths.money,
    needs: "readReports",
    Screen: screen(["adminReports"], async () => (await import("./money/reports/MoneyScreen")).MoneyScreen),
  },
  {
    path: adminPaths.bills,
    needs: "readReports",
    Screen: screen(["adminBills"], async () => (await import("./money/bills/BillsScreen")).BillsScreen),
  },
  {
    path: `${adminPaths.bills}/:id`,
    needs: "readReports",
    Screen: screen(["adminBills"], async () => (await import("./money/bills/BillScreen")).BillScreen),
  },
  {
    path: adminPaths.journal,
    needs: "readReports",
    Screen: screen(
      ["adminJournal"],
      async () => (await import("./money/journal/JournalScreen")).JournalScreen,
    ),
  },
  {
    path: adminPaths.expiry,
    needs: "readReports",
    Screen: screen(["adminExpiry"], async () => (await import("./money/expiry/ExpiryScreen")).ExpiryScreen),
  },
  {
    path: adminPaths.pageViews,
    needs: "readViews",
    Screen: screen(
      ["adminReports"],
      async () => (await import("./money/reports/PageViewsScreen")).PageViewsScreen,
    ),
  },
  {
    path: adminPaths.announcements,
    needs: "readContent",
    Screen: screen(
      ["adminContent", "adminAnnouncements"],
      async () => (await import("./members/announcements/AnnouncementsScreen")).AnnouncementsScreen,
    ),
  },
  {
    path: `${adminPaths.announcements}/:id`,
    needs: "readContent",
    Screen: screen(
      ["adminContent", "adminAnnouncements", "notifications"],
      async () => (await import("./members/announcements/AnnouncementEditor")).AnnouncementEditor,
    ),
  },
  {
    path: adminPaths.messages,
    needs: "readBooks",
    Screen: screen(
      ["adminMessages"],
      async () => (await import("./members/messages/MessagesScreen")).MessagesScreen,
    ),
  },
  {
    path: adminPaths.credits,
    needs: "readBooks",
    Screen: screen(
      ["adminCredits"],
      async () => (await import("./money/creditBatches/CreditBatchesScreen")).CreditBatchesScreen,
    ),
  },
  {
    path: adminPaths.approvals,
    needs: "readApprovals",
    Screen: screen(
      [
        "adminApprovals",
        "adminSettings",
        "adminCredits",
        "adminMoney",
        "adminRules",
        "adminGoals",
        "adminExpiry",
        "explorer",
      ],
      async () => (await import("./control/approvals/ApprovalsScreen")).ApprovalsScreen,
    ),
  },
  {
    path: adminPaths.audit,
    needs: "readPointsTrail",
    Screen: screen(["adminAudit"], async () => (await import("./control/audit/AuditScreen")).AuditScreen),
  },
  {
    path: adminPaths.settings,
    needs: "readSettings",
    Screen: screen(
      ["adminContent", "adminSettings", "adminWebhooks"],
      async () => (await import("./control/settings/SettingsScreen")).SettingsScreen,
    ),
  },
  {
    path: adminPaths.diagnostics,
    needs: "runProgramme",
    Screen: screen(
      ["adminDiagnostics", "adminSettings"],
      async () => (await import("./control/diagnostics/DiagnosticsScreen")).DiagnosticsScreen,
    ),
  },
  {
    path: adminPaths.account,
    needs: undefined,
    Screen: screen(
      ["adminAccount", "account"],
      async () => (await import("./entry/account/AccountScreen")).AccountScreen,
    ),
  },
];
