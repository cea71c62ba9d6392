import type { ComponentType } from "react";
import { loadWords } from "../i18n/i18n";
import { lazyComponent } from "../kit/loading/lazyComponent";
import { adminPaths } from "./paths";
import type { Permission } from "./roles";

/** A lazily loaded screen with its translations. */
function screen(words: readonly string[], load: () => Promise<ComponentType>) {
  return lazyComponent(async () => {
    const [component] = await Promise.all([load(), loadWords(words)]);
    return component;
  });
}

/** The screen on which staff set up the second factor. */
export const Enrolment = screen(
  ["adminAccount", "account"],
  async () => (await import("./entry/account/AccountScreen")).AccountScreen,
);

/** Every screen of the admin app, and the permission that it needs. */
export const SCREENS: readonly {
  path: string;
  needs: Permission | undefined;
  Screen: ReturnType<typeof screen>;
}[] = [
  {
    path: adminPaths.dashboard,
    needs: "readReports",
    Screen: screen(
      ["adminDashboard", "adminReports"],
      async () => (await import("./entry/dashboard/DashboardScreen")).DashboardScreen,
    ),
  },
  {
    path: adminPaths.today,
    needs: "stand",
    Screen: screen(["adminToday"], async () => (await import("./entry/today/TodayScreen")).TodayScreen),
  },
  {
    path: adminPaths.members,
    needs: "readMembers",
    Screen: screen(["adminMembers"], async () => (await import("./members/MembersScreen")).MembersScreen),
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
    Screen: screen(["adminClaims"], async () => (await import("./members/claims/ClaimRoute")).ClaimRoute),
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
    path: adminPaths.items,
    needs: "readContent",
    Screen: screen(
      ["adminContent", "adminItems"],
      async () => (await import("./catalogue/items/ItemsScreen")).ItemsScreen,
    ),
  },
  {
    path: `${adminPaths.items}/:id`,
    needs: "readContent",
    Screen: screen(
      ["adminContent", "adminItems"],
      async () => (await import("./catalogue/items/ItemEditor")).ItemEditor,
    ),
  },
  {
    path: adminPaths.partners,
    needs: "readContent",
    Screen: screen(
      ["adminContent", "adminPartners", "explorer"],
      async () => (await import("./catalogue/partners/PartnersScreen")).PartnersScreen,
    ),
  },
  {
    path: `${adminPaths.partners}/:id`,
    needs: "readContent",
    Screen: screen(
      ["adminContent", "adminPartners", "adminCounters", "explorer"],
      async () => (await import("./catalogue/partners/PartnerEditor")).PartnerEditor,
    ),
  },
  {
    path: adminPaths.articles,
    needs: "readContent",
    Screen: screen(
      ["adminContent", "adminArticles"],
      async () => (await import("./catalogue/articles/ArticlesScreen")).ArticlesScreen,
    ),
  },
  {
    path: `${adminPaths.articles}/:id`,
    needs: "readContent",
    Screen: screen(
      ["adminContent", "adminArticles"],
      async () => (await import("./catalogue/articles/ArticleEditor")).ArticleEditor,
    ),
  },
  {
    path: `${adminPaths.campaigns}/:id`,
    needs: "readContent",
    Screen: screen(
      ["adminContent", "adminCampaigns"],
      async () => (await import("./catalogue/campaigns/CampaignEditor")).CampaignEditor,
    ),
  },
  {
    path: adminPaths.campaigns,
    needs: "readContent",
    Screen: screen(
      ["adminContent", "adminCampaigns"],
      async () => (await import("./catalogue/campaigns/CampaignsScreen")).CampaignsScreen,
    ),
  },
  {
    path: adminPaths.rules,
    needs: "readContent",
    Screen: screen(
      ["adminContent", "adminRules", "explorer"],
      async () => (await import("./catalogue/rules/RulesScreen")).RulesScreen,
    ),
  },
  {
    path: `${adminPaths.rules}/:id`,
    needs: "readContent",
    Screen: screen(
      ["adminContent", "adminRules", "explorer"],
      async () => (await import("./catalogue/rules/RuleEditor")).RuleEditor,
    ),
  },
  {
    path: `${adminPaths.rules}/:id/simulation`,
    needs: "readContent",
    Screen: screen(
      ["adminRules"],
      async () => (await import("./catalogue/rules/SimulationScreen")).SimulationScreen,
    ),
  },
  {
    path: adminPaths.carbon,
    needs: "readContent",
    Screen: screen(
      ["adminCarbon"],
      async () => (await import("./catalogue/carbon/CarbonScreen")).CarbonScreen,
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
      ["adminApprovals", "adminSettings", "adminCredits", "adminMoney", "adminRules", "explorer"],
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
